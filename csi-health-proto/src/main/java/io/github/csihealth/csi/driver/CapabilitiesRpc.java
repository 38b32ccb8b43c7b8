package io.github.csihealth.csi.driver;

import com.google.protobuf.Empty;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;

/**
 * The RPC by which a service says what it offers.
 *
 * @param method in our classes
 * @param answers reads an answer
 * @param missing what an answer lacks, as an answer
 */
record CapabilitiesRpc<Q, A extends Message>(
    MethodDescriptor<Q, A> method, Parser<A> answers, UnaryOperator<A> missing) {

  /** For a service that offers nothing else. */
  ServerMethodDefinition<Q, A> definition(A nothing) {
    A answer = missing.apply(nothing);
    return ServerMethodDefinition.create(
        method,
        ServerCalls.asyncUnaryCall(
            (request, observer) -> {
              observer.onNext(answer);
              observer.onCompleted();
            }));
  }

  /**
   * The driver's own method, with what its answers lack added to their bytes: in protobuf, two
   * messages one after the other are one with the lists of both.
   */
  <P, B> ServerMethodDefinition<P, B> addedTo(ServerMethodDefinition<P, B> own) {
    MethodDescriptor<P, B> theirs = own.getMethodDescriptor();
    return ServerMethodDefinition.create(
        theirs.toBuilder().setResponseMarshaller(adding(theirs.getResponseMarshaller())).build(),
        own.getServerCallHandler());
  }

  /** Nothing in bytes that are no valid message: they are for the caller to refuse. */
  private Message missingIn(byte[] own) {
    try {
      return missing.apply(answers.parseFrom(own));
    } catch (InvalidProtocolBufferException e) {
      return Empty.getDefaultInstance();
    }
  }

  private <B> MethodDescriptor.Marshaller<B> adding(MethodDescriptor.Marshaller<B> theirs) {
    return new MethodDescriptor.Marshaller<>() {
      @Override
      public InputStream stream(B answer) {
        try (InputStream written = theirs.stream(answer)) {
          byte[] own = written.readAllBytes();
          ByteArrayOutputStream both = new ByteArrayOutputStream();
          both.write(own);
          missingIn(own).writeTo(both);
          return new ByteArrayInputStream(both.toByteArray());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public B parse(InputStream stream) {
        return theirs.parse(stream);
      }
    };
  }
}
