package io.github.csihealth.testkit.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The patch kinds on plain trees. Texts use single quotes for JSON's double ones. */
class PatchKindsTest {

  // The examples of RFC 7386, appendix A, whose result is an object.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':'b'} | {'a':'c'} | {'a':'c'}",
        "{'a':'b'} | {'b':'c'} | {'a':'b','b':'c'}",
        "{'a':'b'} | {'a':null} | {}",
        "{'a':'b','b':'c'} | {'a':null} | {'b':'c'}",
        "{'a':['b']} | {'a':'c'} | {'a':'c'}",
        "{'a':'c'} | {'a':['b']} | {'a':['b']}",
        "{'a':{'b':'c'}} | {'a':{'b':'d','c':null}} | {'a':{'b':'d'}}",
        "{'a':[{'b':'c'}]} | {'a':[1]} | {'a':[1]}",
        "{'e':null} | {'a':1} | {'e':null,'a':1}",
        "{} | {'a':{'bb':{'ccc':null}}} | {'a':{'bb':{}}}"
      })
  void mergePatchFollowsItsStandard(String target, String patch, String expected) {
    assertThat(MergePatch.apply(json(target), json(patch))).isEqualTo(json(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':1} | [{'op':'add','path':'/b','value':2}] | {'a':1,'b':2}",
        "{'a':[1,3]} | [{'op':'add','path':'/a/1','value':2}] | {'a':[1,2,3]}",
        "{'a':[1]} | [{'op':'add','path':'/a/-','value':2}] | {'a':[1,2]}",
        "{'a':[1,2]} | [{'op':'remove','path':'/a/0'}] | {'a':[2]}",
        "{'a':[1,2]} | [{'op':'remove','path':'/a/-1'}] | {'a':[1]}",
        "{'a':1} | [{'op':'replace','path':'/a','value':2}] | {'a':2}",
        "{'a':1} | [{'op':'replace','path':'/b','value':2}] | {'a':1,'b':2}",
        "{'a':1} | [{'op':'move','from':'/a','path':'/b'}] | {'b':1}",
        "{'a':{'x':1}} | [{'op':'copy','from':'/a','path':'/b'}] | {'a':{'x':1},'b':{'x':1}}",
        "{'a':1} | [{'op':'test','path':'/a','value':1}] | {'a':1}",
        "{'a':1} | [{'op':'test','path':'/b','value':null}] | {'a':1}",
        "{'a/b':1,'c~d':2} | [{'op':'remove','path':'/a~1b'},{'op':'remove','path':'/c~0d'}] | {}"
      })
  void jsonPatchApplies(String target, String patch, String expected) throws Exception {
    assertThat(JsonPatch.apply(json(target), (ArrayNode) json(patch))).isEqualTo(json(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'op':'test','path':'/a','value':2}]",
        "[{'op':'test','path':'/b','value':2}]",
        "[{'op':'remove','path':'/b'}]",
        "[{'op':'add','path':'/b/c','value':1}]",
        "[{'op':'add','path':'','value':1}]",
        "[{'op':'add','path':'/l/7','value':1}]",
        "[{'op':'add','path':'/l/x','value':1}]",
        "[{'op':'replace','path':'/l/7','value':1}]",
        "[{'op':'move','from':'/b','path':'/c'}]",
        "[{'op':'add','value':1}]",
        "[{'op':'jump','path':'/a'}]"
      })
  void jsonPatchThatDoesNotApplyIsRefused(String patch) {
    assertThatThrownBy(() -> JsonPatch.apply(json("{'a':1,'l':[0]}"), (ArrayNode) json(patch)))
        .isInstanceOf(JsonPatch.NotApplicableException.class);
  }

  @Nested
  class StrategicMerge {

    @Test
    void deleteByDriverNameRemovesOneDriver() {
      assertThat(
              patchedNode(
                  "[{'name':'a','healthConditions':[]},{'name':'b'}]",
                  "[{'$patch':'delete','name':'a'}]"))
          .isEqualTo(json("[{'name':'b'}]"));
    }

    @Test
    void conditionsOfADriverAreReplacedAsAWhole() {
      assertThat(
              patchedNode(
                  "[{'name':'a','healthConditions':[{'reason':'A'}]},{'name':'b'}]",
                  "[{'name':'a','healthConditions':[{'reason':'B'}]}]"))
          .isEqualTo(json("[{'name':'a','healthConditions':[{'reason':'B'}]},{'name':'b'}]"));
    }

    @Test
    void conditionOfAClaimMergesIntoTheFirstOfItsStatus() {
      assertThat(
              patchedClaim(
                  "[{'status':'D','reason':'A','message':'m'},{'status':'D','reason':'B'}]",
                  "[{'status':'D','reason':'C'}]"))
          .isEqualTo(
              json("[{'status':'D','reason':'C','message':'m'},{'status':'D','reason':'B'}]"));
    }

    @Test
    void deleteRemovesAllOfAStatus() {
      assertThat(
              patchedClaim(
                  "[{'status':'D','reason':'A'},{'status':'I','reason':'X'},"
                      + "{'status':'D','reason':'B'}]",
                  "[{'$patch':'delete','status':'D'}]"))
          .isEqualTo(json("[{'status':'I','reason':'X'}]"));
    }

    @Test
    void replaceLeavesOnlyWhatThePatchNames() {
      assertThat(
              patchedClaim(
                  "[{'status':'D','reason':'A'}]",
                  "[{'status':'I','reason':'X'},{'$patch':'replace'}]"))
          .isEqualTo(json("[{'status':'I','reason':'X'}]"));
    }

    @Test
    void orderMayBeSet() {
      ObjectNode patch =
          object(
              "{'status':{'healthStatus':{'$setElementOrder/healthConditions':"
                  + "[{'status':'I'},{'status':'D'}],"
                  + "'healthConditions':[{'status':'I','reason':'X'}]}}}");

      assertThat(
              StrategicMergePatch.apply(
                      claimWith("[{'status':'D','reason':'A'}]"), patch, Schemas.CLAIM)
                  .at("/status/healthStatus"))
          .isEqualTo(
              json(
                  "{'healthConditions':[{'status':'I','reason':'X'},{'status':'D','reason':'A'}]}"));
    }

    @Test
    void volumesOfAPodAreReplaced() {
      ObjectNode pod = object("{'status':{'volumeHealth':[{'name':'data'},{'name':'logs'}]}}");
      ObjectNode patch = object("{'status':{'volumeHealth':[{'name':'data'}]}}");

      assertThat(StrategicMergePatch.apply(pod, patch, Schemas.POD).at("/status/volumeHealth"))
          .isEqualTo(json("[{'name':'data'}]"));
    }

    @Test
    void finalizersAreASet() {
      ObjectNode claim = object("{'metadata':{'finalizers':['a','b']}}");
      ObjectNode patch =
          object("{'metadata':{'finalizers':['c'],'$deleteFromPrimitiveList/finalizers':['a']}}");

      assertThat(StrategicMergePatch.apply(claim, patch, Schemas.CLAIM).at("/metadata/finalizers"))
          .isEqualTo(json("['c','b']"));
    }

    @Test
    void retainedKeysAreAllThatStays() {
      ObjectNode claim = object("{'status':{'phase':'Bound','capacity':{}}}");
      ObjectNode patch = object("{'status':{'$retainKeys':['phase'],'phase':'Lost'}}");

      assertThat(StrategicMergePatch.apply(claim, patch, Schemas.CLAIM))
          .isEqualTo(json("{'status':{'phase':'Lost'}}"));
    }

    @Test
    void entryWithoutItsKeyIsRefused() {
      assertThatThrownBy(() -> patchedClaim("[{'status':'D','reason':'A'}]", "[{'reason':'A'}]"))
          .isInstanceOf(StatusException.class)
          .hasMessageContaining("does not contain declared merge key: status");
    }

    private JsonNode patchedClaim(String stored, String patch) {
      return StrategicMergePatch.apply(claimWith(stored), claimWith(patch), Schemas.CLAIM)
          .at("/status/healthStatus/healthConditions");
    }

    private JsonNode patchedNode(String stored, String patch) {
      return StrategicMergePatch.apply(nodeWith(stored), nodeWith(patch), Schemas.CSI_NODE)
          .at("/status/storageHealth");
    }

    private ObjectNode claimWith(String conditions) {
      return object("{'status':{'healthStatus':{'healthConditions':" + conditions + "}}}");
    }

    private ObjectNode nodeWith(String entries) {
      return object("{'status':{'storageHealth':" + entries + "}}");
    }
  }

  private static JsonNode json(String text) {
    return Rest.json(text.replace('\'', '"'));
  }

  private static ObjectNode object(String text) {
    return (ObjectNode) json(text);
  }
}
