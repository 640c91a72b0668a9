// SPDX-License-Identifier: Apache-2.0
// What a drain reads beside nodes and pods.
#include <gtest/gtest.h>

#include "core/kube/decode/decoder.h"

namespace cardinal {
namespace {

TEST(DecodeBudget, ReadsSelectorAndCounts) {
  Decoder decoder;
  const auto page =
      decoder.list<RawDisruptionBudget>(R"({"kind":"PodDisruptionBudgetList","apiVersion":"policy/v1beta1",
    "metadata":{"resourceVersion":"9","continue":"next"},"items":[
    {"metadata":{"name":"keep","namespace":"web"},
     "spec":{"minAvailable":2,"selector":{"matchLabels":{"app":"a"},"matchExpressions":[{"key":"tier","operator":"NotIn","values":["x","y"]}]},
       "unhealthyPodEvictionPolicy":"AlwaysAllow"},
     "status":{"disruptionsAllowed":1,"currentHealthy":3,"desiredHealthy":2}},
    {"metadata":{"name":"all","namespace":"web"},"spec":{"selector":{}},"status":{}},
    {"metadata":{"name":"none","namespace":"web"},"spec":{}}]})");
  ASSERT_TRUE(page) << describe(page.error());
  EXPECT_EQ(page->meta.continueToken, "next");
  ASSERT_EQ(page->items.size(), 3U);
  const RawDisruptionBudget& keep = *page->items[0];
  EXPECT_EQ(keep.meta.key, (ObjectKey{"web", "keep"}));
  ASSERT_EQ(keep.selector.size(), 2U);
  EXPECT_EQ(keep.selector[0], (NodeSelectorRequirement{"app", "In", {"a"}}));
  EXPECT_EQ(keep.selector[1], (NodeSelectorRequirement{"tier", "NotIn", {"x", "y"}}));
  EXPECT_EQ(keep.disruptionsAllowed, 1);
  EXPECT_EQ(keep.currentHealthy, 3);
  EXPECT_EQ(keep.desiredHealthy, 2);
  EXPECT_TRUE(keep.letsUnreadyGo);
  EXPECT_FALSE(page->items[1]->letsUnreadyGo);
  EXPECT_FALSE(page->items[1]->selectsNothing) << "an empty selector selects every pod";
  EXPECT_TRUE(page->items[2]->selectsNothing) << "an absent one selects none";
}

TEST(DecodeResources, TellsWhichVersionASubresourceTakes) {
  const std::string body = R"({"kind":"APIResourceList","groupVersion":"v1","resources":[
    {"name":"pods","namespaced":true,"kind":"Pod"},
    {"name":"pods/eviction","namespaced":true,"group":"policy","version":"v1beta1","kind":"Eviction"}]})";
  Decoder decoder;
  EXPECT_EQ(decoder.resources(body)->size(), 1U);
  const auto all = decoder.resources(body, true);
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2U);
  EXPECT_EQ((*all)[1].name, "pods/eviction");
  EXPECT_EQ((*all)[1].group, "policy");
  EXPECT_EQ((*all)[1].version, "v1beta1");
}

TEST(DecodePod, KnowsLocalDataFromOtherVolumes) {
  Decoder decoder;
  const auto pod = [&](const std::string& volume) {
    return decoder
        .object<RawPod>(R"({"kind":"Pod","metadata":{"name":"p"},"spec":{"volumes":[{"name":"v",)" + volume + "}]}}")
        .value();
  };
  EXPECT_TRUE(pod(R"("emptyDir":{})")->spec.hasLocalData);
  EXPECT_FALSE(pod(R"("configMap":{"name":"c"})")->spec.hasLocalData);
  EXPECT_FALSE(pod(R"("persistentVolumeClaim":{"claimName":"c"})")->spec.hasLocalData);
}

}  // namespace
}  // namespace cardinal
