// SPDX-License-Identifier: Apache-2.0
// Which group of pods a pod names, as the schedulers read it.
#include "core/model/extras/gang_name.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

PodBuilder ofKoordinator() {
  PodBuilder out = pod("p");
  out.edit().spec.schedulerName = "koord-scheduler";
  return out;
}

TEST(GangName, KoordinatorReadsTheLabelOfAPodGroupFirst) {
  PodBuilder one = ofKoordinator();
  one.label("pod-group.scheduling.sigs.k8s.io/name", "light").label("pod-group.scheduling.sigs.k8s.io", "object");
  one.annotation("gang.scheduling.koordinator.sh/name", "annotated");
  EXPECT_EQ(gangNameOf(*one.raw()).name, "object") << "wherever the keys stand in the pod";
  EXPECT_EQ(gangNameOf(*one.raw()).system, GangSystem::Koordinator);
  PodBuilder light = ofKoordinator();
  light.label("pod-group.scheduling.sigs.k8s.io/name", "light");
  EXPECT_EQ(gangNameOf(*light.raw()).name, "light");
}

TEST(GangName, TheLabelsSizeCountsBeforeThatOfTheAnnotation) {
  PodBuilder one = ofKoordinator();
  one.label("pod-group.scheduling.sigs.k8s.io/name", "g").label("pod-group.scheduling.sigs.k8s.io/min-available", "4");
  one.annotation("gang.scheduling.koordinator.sh/min-available", "2");
  EXPECT_EQ(gangNameOf(*one.raw()).min, 4);
}

TEST(GangName, SubGroupsOfOneNameAreLookedAtOnceHoweverDeepTheyStand) {
  std::vector<KaiSubGroup> groups;
  for (int level = 0; level < 12; ++level) {
    const std::string parent = level == 0 ? std::string() : "g" + std::to_string(level - 1);
    for (int twin = 0; twin < 10; ++twin) groups.push_back({"g" + std::to_string(level), parent, 1, std::nullopt});
  }
  EXPECT_EQ(leastOfSubGroups(groups, std::nullopt), 1'000'000'000'000);
  groups.push_back({"g0", "g11", 1, std::nullopt});
  EXPECT_GE(leastOfSubGroups(groups, std::nullopt), 0) << "a ring ends";
}

}  // namespace
}  // namespace cardinal
