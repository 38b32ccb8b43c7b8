package io.github.csihealth.csi.driver;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
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

  private <B> MethodDescriptor.Marshaller<B> adding(MethodDescriptor.Marshaller<B> theirs) {
    return new MethodDescriptor.Marshaller<>() {
      @Override
      public InputStream stream(B answer) {
        try (InputStream written = theirs.stream(answer)) {
          ByteArrayOutputStream both = new ByteArrayOutputStream();
          written.transferTo(both);
          missing.apply(answers.parseFrom(both.toByteArray())).writeTo(both);
          return new ByteArrayInputStream(both.toByteArray());
        } catch (InvalidProtocolBufferException e) {
          throw Status.INTERNAL
              .withDescription("the driver's capabilities are no valid message of csi.v1")
              .withCause(e)
              .asRuntimeException();
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
