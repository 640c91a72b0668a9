// SPDX-License-Identifier: Apache-2.0
#include <QSet>
#include <QtTest>

#include "core/base/error_places.h"
#include "core/base/server_certificate.h"
#include "tests/ui/i18n/enum_values.h"
#include "ui/i18n/connection/connection_texts.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/finding_texts.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/language.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

using namespace cardinal;
using namespace cardinal::ui;

namespace {

using cardinal::testing::allUpTo;
using cardinal::testing::text;

bool hasPlaceMarker(const QString& sentence) {
  return sentence.contains(QRegularExpression(text("%[0-9n]")));
}

Error fullError(ErrorCode code) {
  Error error = makeError(code, "THING", "PLACE", "DETAIL");
  error.httpStatus = 503;
  return error;
}

SnapshotPtr oneNodeSnapshot(GpuMode mode, MemoryUnit unit) {
  auto node = std::make_shared<NodeRecord>();
  node->name = "node-17";
  node->gpu.mode = mode;
  node->gpu.unit = unit;
  auto snapshot = std::make_shared<ClusterSnapshot>();
  snapshot->nodes.push_back(std::move(node));
  snapshot->firstCard = {0, 0};
  return snapshot;
}

}  // namespace

class TextsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_language = new Language(*QCoreApplication::instance(), this); }

  /// They are no MIG instances, and each is counted once.
  void partitionsAreCalledSo() {
    QVERIFY(m_language->setCode(QStringLiteral("en")));
    NodeDevices devices;
    devices.slotResource = "amd.com/cpx_nps4";
    devices.slotsTotal = 16;
    devices.slotsAllocated = 5;
    devices.instances.emplace_back();
    devices.instances.back().profile = "cpx_nps4";
    NodeRecord node;
    node.gpu.mode = GpuMode::Partitions;
    node.devices = std::make_shared<const NodeDevices>(devices);
    QCOMPARE(instancesTitle(node.gpu.mode), QStringLiteral("Partitions"));
    QCOMPARE(instancesOfNodeTitle(node.gpu.mode), QStringLiteral("Partitions, whole node"));
    QCOMPARE(slotsText(node), QString());
    node.gpu.mode = GpuMode::TimeSlicing;
    QCOMPARE(slotsText(node), QStringLiteral("5 of 16 slots requested"));
    QCOMPARE(instancesTitle(GpuMode::MigMixed), QStringLiteral("MIG instances"));
    QCOMPARE(slotsTitle(GpuMode::Partitions), QStringLiteral("Partitions requested"));
    QCOMPARE(slotsTitle(GpuMode::TimeSlicing), QStringLiteral("Slots requested"));
  }

  /// Parts of a card have compute of their own, and of what is not known nothing is said.
  void onlyModesThatShareItAllDoNotPartitionCompute() {
    QVERIFY(m_language->setCode(QStringLiteral("en")));
    const QString none = noCoreText(GpuMode::TimeSlicing);
    QCOMPARE(none, QStringLiteral("not partitioned in this mode"));
    QCOMPARE(noCoreText(GpuMode::Cgpu), none);
    for (const GpuMode mode : {GpuMode::Mig, GpuMode::MigSingle, GpuMode::MigMixed, GpuMode::Partitions,
                               GpuMode::MpsSlots, GpuMode::Slots, GpuMode::Unknown, GpuMode::Vgpu, GpuMode::NotRead})
      QVERIFY2(noCoreText(mode) != none, toString(mode));
  }

  void everyCodeHasItsOwnWords_data() { testing::addLanguages(); }
  void everyCodeHasItsOwnWords() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    QSet<QString> sentences;
    QSet<QString> titles;
    for (const ErrorCode code : allUpTo(ErrorCode::Internal)) {
      const QString full = errorText(fullError(code));
      const QString bare = errorText(makeError(code));
      QVERIFY2(!full.isEmpty() && !bare.isEmpty(), cardinal::toString(code));
      QVERIFY2(!hasPlaceMarker(full) && !hasPlaceMarker(bare), qPrintable(full));
      sentences.insert(full);
      titles.insert(errorTitle(makeError(code)));
    }
    QCOMPARE(sentences.size(), static_cast<int>(ErrorCode::Internal) + 1);
    QCOMPARE(titles.size(), static_cast<int>(ErrorCode::Internal) + 1);
    QVERIFY(!titles.contains(QString()));
  }

  void aLibcurlThatCannotBeUsedIsNamed_data() { testing::addLanguages(); }
  void aLibcurlThatCannotBeUsedIsNamed() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    const QString words = errorText(makeError(ErrorCode::Unsupported, "libcurl", kLibraryPlace));
    QVERIFY(words.contains(text("libcurl")));
    QVERIFY2(words.contains(text("c-ares")), "with what helps");
  }

  void aRefusedCertificateIsDescribed_data() { testing::addLanguages(); }
  void aRefusedCertificateIsDescribed() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    ServerCertificate shown;
    shown.issuer = "CN=evil\n\u202e<b>CA";
    shown.notBefore = 1'600'000'000;
    shown.notAfter = 1'700'000'000;
    shown.shownAt = 1'750'000'000;
    shown.names = {"a.example", "10.0.0.1"};
    shown.moreNames = 17;
    const auto words = [&shown](ErrorCode code, const char* place = "") {
      Error error = makeError(code, "host:6443", place);
      error.certificate = std::make_shared<const ServerCertificate>(shown);
      return errorText(error);
    };
    const QString untrusted = words(ErrorCode::TlsUntrusted);
    QVERIFY2(untrusted.contains(text("<b>CA")) && !untrusted.contains(QChar(0x202e)), "plain text, whatever it says");
    QVERIFY(words(ErrorCode::TlsUntrusted, kSystemTrustPlace) != untrusted);
    const QString expired = words(ErrorCode::TlsExpired);
    for (const char* year : {"2020", "2023", "2025"}) QVERIFY2(expired.contains(text(year)), year);
    const QString mismatch = words(ErrorCode::TlsNameMismatch, "wanted.example");
    for (const char* word : {"a.example", "10.0.0.1", "17", "wanted.example"})
      QVERIFY2(mismatch.contains(text(word)), word);
    shown.selfSigned = true;
    QVERIFY(words(ErrorCode::TlsUntrusted) != untrusted);
    shown.failedAuthority = "CN=above";
    QVERIFY(words(ErrorCode::TlsExpired).contains(text("CN=above")));
    shown.names.clear();
    QVERIFY(words(ErrorCode::TlsNameMismatch, "wanted.example").contains(text("wanted.example")));
    for (const ErrorCode code : {ErrorCode::TlsUntrusted, ErrorCode::TlsExpired, ErrorCode::TlsNameMismatch})
      QVERIFY(!hasPlaceMarker(words(code)));
  }

  void everyCautionHasWords_data() { testing::addLanguages(); }
  void everyCautionHasWords() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    QSet<QString> sentences;
    for (const CautionCode code : allUpTo(CautionCode::VersionsWentBack)) {
      const QString sentence = cautionText({code, "THING", "0644"});
      QVERIFY(!sentence.isEmpty() && !hasPlaceMarker(sentence));
      sentences.insert(sentence);
    }
    QCOMPARE(sentences.size(), static_cast<int>(CautionCode::VersionsWentBack) + 1);
    QVERIFY(cautionText({CautionCode::KubeconfigExposed, "THING", "0644"}).contains(text("THING")));
  }

  void everyReasonHasWords_data() { testing::addLanguages(); }
  void everyReasonHasWords() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    QSet<QString> brief;
    for (const ReasonCode code : allUpTo(ReasonCode::ExistingAntiAffinity)) {
      brief.insert(reasonShort(code));
      const Rejection onNode{code, Waiting::NotNow, kPendingCard, 8, 6, "nvidia.com/gpu"};
      const Rejection onCard{code, Waiting::NotNow, 1, 8, 6, "nvidia.com/gpu"};
      for (const Rejection& rejection : {onNode, onCard}) {
        const QString sentence = reasonSentence(rejection, MemoryUnit::GiB);
        QVERIFY2(!sentence.isEmpty() && !hasPlaceMarker(sentence), cardinal::toString(code));
      }
    }
    QCOMPARE(brief.size(), static_cast<int>(ReasonCode::ExistingAntiAffinity) + 1);
    QVERIFY(!brief.contains(QString()));
  }

  void everyFindingHasWords_data() { testing::addLanguages(); }
  void everyFindingHasWords() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    QSet<QString> sentences;
    for (const FindingCode code : allUpTo(FindingCode::MemoryUnitUnknown)) {
      const QString sentence = findingText(Finding{code, 2, "ns/pod", "detail", 9, 8}, MemoryUnit::GiB);
      QVERIFY2(!sentence.isEmpty() && !hasPlaceMarker(sentence), cardinal::toString(code));
      sentences.insert(sentence);
    }
    QCOMPARE(sentences.size(), static_cast<int>(FindingCode::MemoryUnitUnknown) + 1);
    const Finding failed{FindingCode::ErdmaDeviceFailed, kPendingCard, {}, "eni-2: no driver", 0, 0};
    QVERIFY(findingText(failed, MemoryUnit::GiB).contains(QStringLiteral("eni-2: no driver")));
    const Finding annotated{FindingCode::SmcRWithoutErdma, kPendingCard, "ns/pod", "key", 0, 0};
    QVERIFY(findingText(annotated, MemoryUnit::GiB).contains(QStringLiteral("ns/pod")));
    QVERIFY(!hasPlaceMarker(findingText(annotated, MemoryUnit::GiB)));
    const Finding orphan{FindingCode::OrphanedShare, kPendingCard, "ns/pod", "group-7", 0, 0};
    QVERIFY(findingText(orphan, MemoryUnit::GiB).contains(QStringLiteral("group-7")));
    const Finding cut{FindingCode::AllocatableBelowCapacity, kPendingCard, {}, "amd.com/cpx_nps4", 64, 56};
    QVERIFY2(!findingText(cut, MemoryUnit::MiB).contains(QStringLiteral("MiB")), "partitions are no memory");
  }

  void textsAreJoinedAsEachLanguageSetsThem() {
    const QStringList three{text("a"), QString(), text("b"), text("c")};
    QVERIFY(m_language->setCode(text("en")));
    QCOMPARE(joinList(three), text("a, b, c"));
    QCOMPARE(joinClauses(three), text("a; b; c"));
    QCOMPARE(joinSentences({text("One."), QString(), text("Two.")}), text("One. Two."));
    QCOMPARE(labelled(text("Memory"), text("8 GiB")), text("Memory: 8 GiB"));
    QCOMPARE(joinNames({"n\n1", "node-2"}, 9), QStringLiteral("n 1, nod…"));
    QVERIFY(m_language->setCode(text("zh_CN")));
    QCOMPARE(joinList(three), QStringLiteral("a、b、c"));
    QCOMPARE(joinClauses(three), QStringLiteral("a；b；c"));
    QCOMPARE(joinSentences({QStringLiteral("节点已锁定。"), QStringLiteral("请先解锁。")}),
             QStringLiteral("节点已锁定。请先解锁。"));
    QCOMPARE(joinSentences({text("Server said: no."), QStringLiteral("请重试。")}),
             QStringLiteral("Server said: no. 请重试。"));
    QCOMPARE(labelled(QStringLiteral("显存"), text("8 GiB")), QStringLiteral("显存：8 GiB"));
  }

  void modesCaveatsAndTheRestHaveWords_data() { testing::addLanguages(); }
  void modesCaveatsAndTheRestHaveWords() {
    QFETCH(QString, language);
    QVERIFY(m_language->setCode(language));
    for (const auto mode : allUpTo(kLastGpuMode)) QVERIFY(!modeText(mode).isEmpty() && !modeBadge(mode).isEmpty());
    for (const auto caveat : allUpTo(Caveat::PriorityNotRead)) QVERIFY(!caveatText(caveat).isEmpty());
    for (const auto score : allUpTo(ScoreCode::PreferAvoidPods)) QVERIFY(!scoreText(score).isEmpty());
    for (const auto certainty : allUpTo(Certainty::Modelled)) QVERIFY(!certaintyText(certainty).isEmpty());
    for (const auto waiting : allUpTo(Waiting::Unknown)) QVERIFY(!waitingText(waiting).isEmpty());
    for (const auto placement : allUpTo(Placement::Spread)) QVERIFY(!placementText(placement).isEmpty());
    for (const auto phase : allUpTo(ConnectionPhase::Static)) {
      ConnectionState state;
      state.phase = phase;
      QVERIFY(!connectionText(state, 1000).isEmpty());
    }
  }

  void errorsNameThingPlaceAndForeignWords() {
    QVERIFY(m_language->setCode(text("en")));
    const QString unknown =
        errorText(makeError(ErrorCode::ContextUnknown, "prod", "/home/me/.kube/config", "dev, staging"));
    QCOMPARE(unknown, text("The context \"prod\" is not in the kubeconfig file \"/home/me/.kube/config\". Choose one "
                           "of these: dev, staging"));
    const QString parse =
        errorText(makeError(ErrorCode::ParseFailed, "app.yaml", "line 3, column 7", "bad indentation"));
    QVERIFY(parse.contains(text("app.yaml")) && parse.contains(text("line 3, column 7")) &&
            parse.contains(text("bad indentation")));
  }

  void foreignTextNeverActsAsAPlaceMarker() {
    QVERIFY(m_language->setCode(text("en")));
    Error error = makeError(ErrorCode::Invalid, "%2", "%3", "%1");
    QVERIFY(errorText(error).contains(text("would reject %2 for the field %3")));
    error.httpStatus = 422;
    const QString sentence = errorText(error);
    QVERIFY(sentence.contains(text("rejects %2: the field %3 is invalid")));
    QVERIFY(sentence.endsWith(text("says: %1")));
  }

  void reasonsCarryTheFigures() {
    QVERIFY(m_language->setCode(text("en")));
    Rejection rejection{ReasonCode::InsufficientCardMemory, Waiting::NotNow, kPendingCard, 8, 6, {}};
    QCOMPARE(reasonSentence(rejection, MemoryUnit::GiB), text("needs 8 GiB on one card, the freest has 6 GiB"));
    rejection.card = 2;
    QCOMPARE(reasonSentence(rejection, MemoryUnit::GiB), text("needs 8 GiB, this card has 6 GiB free"));
    QVERIFY(m_language->setCode(text("zh_CN")));
    QCOMPARE(reasonSentence(rejection, MemoryUnit::GiB), text("需要 8 GiB，该卡空闲 6 GiB"));
  }

  void aSelectorNamesWhatItAsksForAndWhatTheNodeHas() {
    QVERIFY(m_language->setCode(text("en")));
    const Rejection other{ReasonCode::NodeSelectorMismatch, Waiting::Never, kPendingCard, 0, 0, "pool=gpu, not x"};
    const Rejection none{ReasonCode::NodeSelectorMismatch, Waiting::Never, kPendingCard, 0, 0, "pool=gpu"};
    QCOMPARE(reasonSentence(other, MemoryUnit::GiB), text("the node selector asks for pool=gpu, the node has pool=x"));
    QCOMPARE(reasonSentence(none, MemoryUnit::GiB),
             text("the node selector asks for pool=gpu, the node has no label pool"));
    QVERIFY(m_language->setCode(text("zh_CN")));
    QCOMPARE(reasonSentence(other, MemoryUnit::GiB), text("节点选择器要求 pool=gpu，该节点为 pool=x"));
  }

  void cardsAreCountedInTheRightNumber() {
    QVERIFY(m_language->setCode(text("en")));
    Rejection rejection{ReasonCode::NotEnoughWholeCards, Waiting::NotNow, kPendingCard, 1, 0, {}};
    QCOMPARE(reasonSentence(rejection, MemoryUnit::GiB), text("needs 1 free card, found 0"));
    rejection.needed = 8;
    QCOMPARE(reasonSentence(rejection, MemoryUnit::GiB), text("needs 8 free cards, found 0"));
    PendingExplanation why;
    why.nodes = why.room.nodes = 1;
    why.gpu = GpuRequest::ofCards(GpuRequest::Kind::WholeCards, 1);
    why.outlook = Outlook::MayHelp;
    const SnapshotPtr cluster = oneNodeSnapshot(GpuMode::Exclusive, MemoryUnit::GiB);
    QCOMPARE(pendingHeadline(why, *cluster),
             text("1 card is needed, and the schedulable nodes that offer such cards have 0 free in total"));
    Remedy open;
    open.kind = RemedyKind::Uncordon;
    why.remedies = {open};
    QCOMPARE(pendingHeadline(why, *cluster),
             text("1 card is needed, and the schedulable nodes that offer such cards have 0 "
                  "free in total; node-17, which is cordoned, has one"));
  }

  void cardsThatARuleKeepsThePodOffAreNotCalledScattered() {
    QVERIFY(m_language->setCode(text("en")));
    PendingExplanation why;
    why.nodes = 2;
    why.room.ruled = 1;
    why.gpu = GpuRequest::ofCards(GpuRequest::Kind::WholeCards, 1);
    why.outlook = Outlook::MayHelp;
    RefusalGroup group;
    group.code = ReasonCode::PodAntiAffinityConflict;
    group.nodes = group.waitingHelps = 1;
    group.nearest = {ReasonCode::PodAntiAffinityConflict, Waiting::NotNow, kPendingCard, 0, 0, "default/x"};
    why.groups = {group};
    const SnapshotPtr cluster = oneNodeSnapshot(GpuMode::Exclusive, MemoryUnit::GiB);
    QCOMPARE(pendingHeadline(why, *cluster),
             text("1 node has enough cards free, but a rule between pods refuses this one; on node-17: the pod "
                  "default/x, which this one avoids, runs here or in the same domain"));
    QCOMPARE(pendingCause(why), text("avoids a running pod"));
    QVERIFY(!pendingOutlook(why).contains(text("fragmentation")));
    // The only node is full, and a rule refuses the pod besides: such requests are accepted all the same.
    why.room.ruled = 0;
    why.groups.front().code = why.groups.front().nearest.code = ReasonCode::NotEnoughWholeCards;
    why.groups.front().nearest.needed = 1;
    QCOMPARE(pendingHeadline(why, *cluster), text("No node takes it; nearest: needs 1 free card, found 0"));
  }

  void requestsReadAsTheyAreWritten() {
    QVERIFY(m_language->setCode(text("en")));
    SharedAmounts amounts;
    amounts.memory = MemUnits(8);
    const auto shared = [&] { return requestText(GpuRequest::ofShared(amounts), MemoryUnit::GiB); };
    QCOMPARE(shared(), text("8 GiB"));
    amounts.multiCard = true;
    amounts.cards = 4;
    QCOMPARE(shared(), text("8 GiB over 4 cards"));
    amounts.multiCard = false;
    amounts.asksCore = true;
    amounts.core = CorePercent(30);
    QCOMPARE(shared(), text("8 GiB + 30 %"));
    QCOMPARE(requestText(GpuRequest::ofCards(GpuRequest::Kind::WholeCards, 1), MemoryUnit::Unknown), text("1 card"));
  }

  void sharesOfCardsAreRequestedInTheirUnits() {
    QVERIFY(m_language->setCode(text("en")));
    GpuRequest request = GpuRequest::ofResources(GpuRequest::Kind::Vgpu, 1);
    request.asks = {{"nvidia.com/gpu", 1}, {"nvidia.com/gpumem", 512}, {"nvidia.com/gpucores", 30}};
    QCOMPARE(requestText(request, MemoryUnit::Unknown),
             QString::fromUtf8("1 × nvidia.com/gpu, 512 MiB nvidia.com/gpumem, 30 % nvidia.com/gpucores"));
    request.asks = {{"tencent.com/vcuda-core", 50}, {"tencent.com/vcuda-memory", 8}};
    QCOMPARE(requestText(request, MemoryUnit::Unknown),
             text("50 % tencent.com/vcuda-core, 2 GiB tencent.com/vcuda-memory"));
    request.asks = {{"volcano.sh/vgpu-memory", 512}};
    QCOMPARE(requestText(request, MemoryUnit::MiB), text("512 MiB volcano.sh/vgpu-memory"));
    QCOMPARE(requestText(request, MemoryUnit::Unknown), QString::fromUtf8("512 × volcano.sh/vgpu-memory"));
    QVERIFY(m_language->setCode(text("zh_CN")));
    QCOMPARE(requestText(request, MemoryUnit::MiB), text("512 MiB volcano.sh/vgpu-memory"));
  }

  void certaintyNamesTheNodeOrTheNumberOfTies() {
    QVERIFY(m_language->setCode(text("en")));
    const auto snapshot = oneNodeSnapshot(GpuMode::Cgpu, MemoryUnit::GiB);
    AllocationAnswer answer;
    QCOMPARE(certaintySentence(answer, *snapshot), text("No node takes it now."));
    answer.candidates.push_back(Candidate{});
    answer.tied = 1;
    QVERIFY(certaintySentence(answer, *snapshot).contains(text("node-17")));
    answer.certainty = Certainty::OneOf;
    answer.tied = 4;
    QVERIFY(certaintySentence(answer, *snapshot).contains(text("one of 4 nodes")));
    answer.certainty = Certainty::Modelled;
    answer.candidates.assign(5, answer.candidates.front());
    answer.candidates[4].score = -1;
    answer.tied = 5;
    QVERIFY2(certaintySentence(answer, *snapshot).startsWith(text("4 nodes are equally good")),
             qPrintable(certaintySentence(answer, *snapshot)));
    answer.candidates[1].score = -1;
    QVERIFY2(certaintySentence(answer, *snapshot).contains(text("is the best place")), "no other is as good");
  }

  void foreignTextIsMadeHarmless() {
    QCOMPARE(plain("a\nb\tc"), text("a b c"));
    QCOMPARE(plain(std::string_view("a\0b", 3)), text("a\uFFFDb"));
    QCOMPARE(plain("user\xe2\x80\xaegnp.exe"), text("user\uFFFDgnp.exe"));
    QCOMPARE(plain("\x1b[31mred"), text("\uFFFD[31mred"));
    QCOMPARE(plain("\xff\xfe"), text("\uFFFD\uFFFD"));
    QCOMPARE(plain("显存"), text("显存"));
    QCOMPARE(plain(std::string(1000, 'x'), 10), text("xxxxxxxxx…"));
    QCOMPARE(plain("anything", 0), QString());
    // A cut never leaves half a character behind.
    const QString cut = plain("ab\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80", 6);
    QVERIFY(!cut.isEmpty() && !cut.at(cut.size() - 2).isHighSurrogate());
  }

  void podPhasesAreWords() {
    QVERIFY(m_language->setCode(text("en")));
    RawPod pod;
    pod.phase = PodPhase::Succeeded;
    QCOMPARE(phaseText(pod), text("Completed"));
    pod.phase = PodPhase::Running;
    pod.meta.deletionTimestamp = 5;
    QCOMPARE(phaseText(pod), text("Terminating"));
    pod.meta.deletionTimestamp = 0;
    pod.reason = "CrashLoopBackOff";
    QCOMPARE(phaseText(pod), text("Running (CrashLoopBackOff)"));
  }

  void whatHoldsAPodUpStandsBehindItsPhase() {
    QVERIFY(m_language->setCode(text("en")));
    RawPod pod;
    pod.phase = PodPhase::Running;
    pod.reason = "CrashLoopBackOff";
    pod.resize = Resize::Deferred;
    QCOMPARE(phaseText(pod), text("Running (CrashLoopBackOff, resize deferred)"));
    pod.reason.clear();
    pod.resize = Resize::Infeasible;
    QCOMPARE(phaseText(pod), text("Running (resize infeasible)"));
    pod.resize = Resize::InProgress;
    QCOMPARE(phaseText(pod), text("Running (resize in progress)"));
    pod.meta.deletionTimestamp = 5;
    QCOMPARE(phaseText(pod), text("Terminating"));
    RawPod gated;
    gated.phase = PodPhase::Pending;
    gated.spec.hasSchedulingGates = true;
    QCOMPARE(phaseText(gated), text("Pending (SchedulingGated)"));
    gated.spec.nodeName = "n";
    QCOMPARE(phaseText(gated), text("Pending"));
    QVERIFY(m_language->setCode(text("zh_CN")));
    gated.phase = PodPhase::Running;
    gated.resize = Resize::Deferred;
    QCOMPARE(phaseText(gated), text("运行中（资源调整推迟）"));
  }

 private:
  Language* m_language = nullptr;
};

QTEST_GUILESS_MAIN(TextsTest)
#include "tst_texts.moc"
