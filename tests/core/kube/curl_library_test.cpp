// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/curl_library.h"

#include <gtest/gtest.h>

#include "core/base/error_places.h"

namespace cardinal {
namespace {

TEST(Libcurl, OneThatResolvesNamesSynchronouslyIsRefusedAtTheStart) {
  EXPECT_TRUE(prepareLibcurl()) << "the one of this machine is good";
  EXPECT_TRUE(checkLibcurl(~0));
  const Result<void> refused = checkLibcurl(0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
  EXPECT_EQ(refused.error().subject, "libcurl");
  EXPECT_EQ(refused.error().place, kLibraryPlace);
}

}  // namespace
}  // namespace cardinal
