// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/object_reader.h"

#include <gtest/gtest.h>

#include <future>

#include "core/kube/decode/decoder.h"
#include "core/service/cluster_service.h"
#include "core/service/demo_source.h"
#include "core/service/read/masked_lines.h"
#include "core/service/read/secret_mask.h"
#include "core/service/snapshots/file_source.h"
#include "core/service/snapshots/snapshot_file.h"
#include "tests/support/builders.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

std::string yaml(const std::string& json, const ObjectTextOptions& options = {}) {
  const auto text = yamlOfObject(json, options);
  return text ? text->yaml : describe(text.error());
}

TEST(ObjectYaml, KeepsTheOrderAndReadsLikeKubectl) {
  EXPECT_EQ(
      yaml(
          R"({"kind":"Pod","metadata":{"name":"a","labels":{"app":"x","n":"7","b":"true","empty":""}},)"
          R"("spec":{"containers":[{"name":"c","args":["-x","two words"],"ports":[]}],"n":3,"f":1.5,"t":true,"z":null}})"),
      "kind: Pod\nmetadata:\n  name: a\n  labels:\n    app: x\n    \"n\": \"7\"\n    b: \"true\"\n    empty: \"\"\n"
      "spec:\n  containers:\n  - name: c\n    args:\n    - \"-x\"\n    - two words\n    ports: []\n  \"n\": 3\n  f: "
      "1.5\n  t: true\n  z: null\n");
}

TEST(ObjectYaml, KeepsLinesAsBlocksWithTheirEnds) {
  EXPECT_EQ(yaml(R"({"a":"x\ny\n","b":"x\n\ny","c":"x\n\n","d":" x\ny"})"),
            "a: |\n  x\n  y\nb: |-\n  x\n\n  y\nc: |+\n  x\n\nd: \" x\\ny\"\n");
}

TEST(ObjectYaml, HostileMarksStandAsEscapes) {
  const std::string json =
      "{\"a\":\"one\xE2\x80\xAEtwo\",\"b\":\"bell\\u0007\",\"c\":\"<b>&\",\"d\":\"\xE4\xB8\xAD\xE6\x96\x87\",\"e: "
      "x\":\"#no\"}";
  EXPECT_EQ(
      yaml(json),
      "a: \"one\\u202Etwo\"\nb: \"bell\\u0007\"\nc: \"<b>&\"\nd: \"\xE4\xB8\xAD\xE6\x96\x87\"\n\"e: x\": \"#no\"\n");
}

TEST(ObjectYaml, HidesBookkeepingAndSecretsUntilAskedFor) {
  const std::string json =
      R"({"metadata":{"name":"a","managedFields":[{"manager":"m"}],"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{hunter2}"}},)"
      R"("spec":{"containers":[{"name":"c","env":[{"name":"DB_PASSWORD","value":"hunter2"},{"name":"MODE","value":"fast"}]}]}})";
  const auto calm = yamlOfObject(json, {});
  ASSERT_TRUE(calm);
  EXPECT_EQ(calm->hiddenFields, 2);
  EXPECT_EQ(calm->hiddenSecrets, 2) << "what a variable holds is nobody's to guess by its name";
  EXPECT_EQ(calm->yaml.find("hunter2"), std::string::npos);
  EXPECT_EQ(calm->yaml.find("managedFields"), std::string::npos);
  EXPECT_EQ(calm->yaml.find("value: fast"), std::string::npos);
  EXPECT_EQ(yaml(json, {true, false}).find("hunter2"), std::string::npos)
      << "the applied configuration holds the value too";
  EXPECT_NE(yaml(json, {true, false}).find("managedFields"), std::string::npos);
  EXPECT_NE(yaml(json, {false, true}).find("value: hunter2"), std::string::npos);
}

TEST(SecretMask, KnowsNamesThatPromiseOne) {
  for (const char* name : {"DB_PASSWORD", "DB_PASS", "dbPass", "DSN", "--api-key", "X-Auth-Token", "pgpassword", "PAT"})
    EXPECT_TRUE(promisesASecret(name)) << name;
  for (const char* name : {"bypass", "passthrough", "secretName", "tokenExpirationSeconds", "author", "pattern", "MODE",
                           "--tls-private-key-file", "keyspace"})
    EXPECT_FALSE(promisesASecret(name)) << name;
}

TEST(SecretMask, TakesSecretsOutOfCommandLines) {
  const auto masked = [](const std::string& text) {
    int count = 0;
    const std::string out = withoutSecrets(text, count);
    return out + " " + std::to_string(count);
  };
  EXPECT_EQ(masked("--password=hunter2"), "--password=****** 1");
  EXPECT_EQ(masked("exec app --token abc --port 80"), "exec app --token ****** --port 80 1");
  EXPECT_EQ(masked("export DB_PASS='a b'; run"), "export DB_PASS=******; run 1");
  EXPECT_EQ(masked("postgres://me:pw@db:5432/x?sslmode=off"), "postgres://******@db:5432/x?sslmode=off 1");
  EXPECT_EQ(masked("--token --verbose"), "--token --verbose 0") << "a flag is no value";
  EXPECT_EQ(masked("--model=llama --port=80 https://host/a@b"), "--model=llama --port=80 https://host/a@b 0");
  EXPECT_EQ(masked("--password="), "--password= 0");
}

TEST(SecretMask, MasksByKindOfField) {
  const std::string pod = yaml(
      R"({"kind":"Pod","metadata":{"annotations":{"team/token":"hunter2","note":"calm"}},"spec":{"imagePullSecrets":[{"name":"pull"}],)"
      R"("initContainers":[{"env":[{"name":"X","value":"hunter2"},{"name":"E","value":""}]}],)"
      R"("containers":[{"args":["--password","hunter2","--api-key=hunter2","--port","80"],"command":["sh","-c","PGPASSWORD=hunter2 psql"]}]}})",
      {});
  EXPECT_EQ(pod.find("hunter2"), std::string::npos) << pod;
  for (const char* calm : {"name: pull", "note: calm", "\"80\"", "PGPASSWORD=", "--port"})
    EXPECT_NE(pod.find(calm), std::string::npos) << calm << "\n" << pod;
  const std::string secret =
      yaml(R"({"kind":"Secret","data":{"a":"aHVudGVyMg=="},"stringData":{"b":"hunter2"},"type":"Opaque"})", {});
  EXPECT_EQ(secret.find("hunter2"), std::string::npos);
  EXPECT_EQ(secret.find("aHVudGVyMg"), std::string::npos);
  EXPECT_NE(secret.find("type: Opaque"), std::string::npos);
  const std::string custom = yaml(
      R"({"apiVersion":"db.example.com/v1","kind":"Database","spec":{"adminPassword":"hunter2","secretName":"where","uri":"mysql://u:hunter2@h","size":3}})",
      {});
  EXPECT_EQ(custom.find("hunter2"), std::string::npos);
  EXPECT_NE(custom.find("secretName: where"), std::string::npos);
  EXPECT_NE(custom.find("size: 3"), std::string::npos);
}

/// `masked` with every masked line opened.
std::string opened(const std::string& masked, const std::vector<MaskedLine>& lines) {
  std::string out;
  std::size_t next = 0;
  int line = 0;
  for (std::size_t at = 0; at < masked.size(); ++line) {
    const std::size_t end = masked.find('\n', at);
    const bool isMasked = next < lines.size() && lines[next].line == line;
    out += (isMasked ? lines[next++].open : masked.substr(at, end - at)) + '\n';
    at = end + 1;
  }
  return out;
}

TEST(MaskedLines, OneValueIsDistinguishedFromTheOthers) {
  const std::string json =
      R"({"kind":"Pod","metadata":{"annotations":{"team/token":"two\nlines\n","calm":"******"}},"spec":{"containers":[)"
      R"({"name":"c","env":[{"name":"A","value":"hunter2"},{"name":"B","value":" led by a blank"},)"
      R"({"value":"first\n\n  third","name":"C"},{"name":"D","value":"- a: b"}],)"
      R"("args":["--password","one\ntwo","--api-key=k","export X_TOKEN=abc\nrun --token t\nend","--port","80"]}]}})";
  const std::string masked = yaml(json);
  const std::string open = yaml(json, {false, true});
  const std::vector<MaskedLine> lines = maskedLines(masked, open);
  EXPECT_EQ(opened(masked, lines), open);
  ASSERT_EQ(lines.size(), 9U) << masked;
  EXPECT_EQ(lines[1].open, "      value: hunter2");
  EXPECT_EQ(lines[2].open, "      value: \" led by a blank\"");
  EXPECT_NE(lines[3].open.find("\n\n"), std::string::npos) << lines[3].open;
}

TEST(MaskedLines, TheAppliedConfigurationStandsInTheWay) {
  for (const char* further : {"", R"(,"note":"calm")"}) {
    const std::string json =
        std::string(R"({"metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{}\n")") +
        further + R"(},"name":"p"},"spec":{"containers":[{"env":[{"name":"A","value":"hunter2"}]}]}})";
    const std::vector<MaskedLine> lines = maskedLines(yaml(json, {true, false}), yaml(json, {true, true}));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].open, "      value: hunter2");
  }
}

TEST(MaskedLines, TextsOfDifferentObjectsShowNothing) {
  const auto of = [](const std::string& env) { return R"({"spec":{"containers":[{"env":[)" + env + "]}]}}"; };
  const std::string one = R"({"name":"A","value":"x"},{"name":"B","value":"y"})";
  const std::string other = R"({"name":"A","value":"x"})";
  EXPECT_TRUE(maskedLines(yaml(of(one)), yaml(of(other), {false, true})).empty());
  EXPECT_TRUE(maskedLines(yaml(of(other)), yaml(of(one), {false, true})).empty());
  EXPECT_TRUE(maskedLines("", "").empty());
}

TEST(ObjectYaml, RefusesWhatIsTooBigTooDeepOrBroken) {
  EXPECT_EQ(yamlOfObject(std::string(9U << 20U, ' '), {}).error().code, ErrorCode::LimitExceeded);
  std::string deep = "{\"a\":";
  for (int i = 0; i < 100'000; ++i) deep += '[';
  EXPECT_EQ(yamlOfObject(deep, {}).error().code, ErrorCode::LimitExceeded);
  EXPECT_EQ(yamlOfObject("{\"a\":", {}).error().code, ErrorCode::ParseFailed);
  EXPECT_EQ(yamlOfObject("[]", {}).error().code, ErrorCode::ParseFailed);
}

TEST(EventDecoding, ReadsOldAndNewForms) {
  Decoder decoder;
  const auto page = decoder.list<ObjectEvent>(
      R"({"kind":"EventList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[)"
      R"({"type":"Warning","reason":"FailedScheduling","message":"0/3 nodes","count":7,"firstTimestamp":"2024-05-06T07:00:00Z",)"
      R"("lastTimestamp":"2024-05-06T07:08:09Z","source":{"component":"default-scheduler"},"involvedObject":{"kind":"Pod","namespace":"a","name":"b"}},)"
      R"({"type":"Normal","reason":"Pulled","eventTime":"2024-05-06T07:00:00.123456Z","reportingComponent":"kubelet",)"
      R"("series":{"count":3,"lastObservedTime":"2024-05-06T07:01:00.000000Z"},"count":null,"lastTimestamp":null}]})");
  ASSERT_TRUE(page) << describe(page.error());
  ASSERT_EQ(page->items.size(), 2U);
  const ObjectEvent& old = *page->items[0];
  EXPECT_EQ(old.count, 7);
  EXPECT_EQ(old.last - old.first, 489);
  EXPECT_EQ(old.source, "default-scheduler");
  EXPECT_EQ(old.about, (ObjectRef{"Pod", {"a", "b"}}));
  const ObjectEvent& fresh = *page->items[1];
  EXPECT_EQ(fresh.count, 3);
  EXPECT_EQ(fresh.last - fresh.first, 60);
  EXPECT_EQ(fresh.source, "kubelet");
}

class Silent final : public ServiceListener {
  void onSnapshot(SnapshotPtr) override {}
  void onConnection(const ConnectionState&) override {}
};

template <typename Answer, typename Ask>
Answer ask(Ask question) {
  std::promise<Answer> promise;
  question([&promise](Answer answer) { promise.set_value(std::move(answer)); });
  return promise.get_future().get();
}

TEST(ObjectReading, TheDemoTellsTextAndEventsOfEveryPod) {
  const SystemClock clock;
  DemoOptions options;
  options.activity = false;
  Silent listener;
  ClusterService service(std::make_unique<DemoSource>(options, clock), listener, clock);
  service.start();
  const auto data = service.waitForData(std::chrono::seconds(60));
  ASSERT_TRUE(data);
  ASSERT_FALSE((*data)->unboundPods.empty());
  const ObjectRef waits{"Pod", (*data)->unboundPods.front()->key()};
  const auto text = ask<Result<ObjectText>>([&](auto done) { service.readObject(waits, {}, {}, done); });
  ASSERT_TRUE(text) << describe(text.error());
  EXPECT_NE(text->yaml.find("name: " + waits.key.name), std::string::npos);
  EXPECT_TRUE(text->partial);
  const auto events = ask<Result<ObjectEvents>>([&](auto done) { service.readEvents({waits}, {}, done); });
  ASSERT_TRUE(events);
  ASSERT_FALSE(events->events.empty());
  EXPECT_EQ(events->events.front().reason, "FailedScheduling");
  const ObjectRef job{"Workload", {"team-cv", "job-segmenter"}};
  const ObjectRef group{"PodGroup", {"team-nlp", "reward-model"}};
  const auto ofOthers = ask<Result<ObjectEvents>>([&](auto done) { service.readEvents({job, group}, {}, done); });
  ASSERT_TRUE(ofOthers);
  ASSERT_EQ(ofOthers->events.size(), 2U);
  EXPECT_NE(ofOthers->events[0].message.find("insufficient unused quota"), std::string::npos);
  EXPECT_EQ(ofOthers->events[1].about, group);
  const ObjectRef ghost{"Pod", {"default", "no-such-pod"}};
  EXPECT_FALSE(ask<Result<ObjectText>>([&](auto done) { service.readObject(ghost, {}, {}, done); }));
}

TEST(ObjectReading, ASnapshotSaysThatItKnowsNoEvents) {
  const test::TemporaryFolder folder;
  SnapshotContents contents;
  contents.time = 1'700'000'000;
  contents.nodes.push_back(std::make_shared<RawNode>(*testing::ackNode("node-a", "cgpu", 2, 16).raw()));
  ASSERT_TRUE(saveSnapshotFile((folder.path() / "s.json.gz").string(), contents));
  const SystemClock clock;
  auto source = FileSource::open((folder.path() / "s.json.gz").string(), clock);
  ASSERT_TRUE(source);
  ObjectReader* reader = (*source)->objectReader();
  const auto events = reader->events({{"Node", {"", "node-a"}}}, {});
  ASSERT_TRUE(events);
  EXPECT_FALSE(events->known);
  const auto text = reader->text({"Node", {"", "node-a"}}, {}, {});
  ASSERT_TRUE(text);
  EXPECT_TRUE(text->partial);
  EXPECT_NE(text->yaml.find("kind: Node"), std::string::npos);
  EXPECT_EQ(reader->text({"Node", {"", "ghost"}}, {}, {}).error().code, ErrorCode::NotFound);
}

TEST(ObjectReading, AGivenUpQuestionIsAnsweredAsCancelled) {
  const SystemClock clock;
  Silent listener;
  ClusterService service(std::make_unique<DemoSource>(DemoOptions{}, clock), listener, clock);
  std::stop_source gone;
  gone.request_stop();
  const auto text = ask<Result<ObjectText>>([&](auto done) {
    service.readObject({"Node", {"", "x"}}, {}, gone.get_token(), done);
  });
  EXPECT_EQ(text.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace cardinal
