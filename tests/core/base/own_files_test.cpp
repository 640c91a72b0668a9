// SPDX-License-Identifier: Apache-2.0
#include "core/base/files/own_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

namespace fs = std::filesystem;

TEST(OwnFiles, APrivateFolderIsNeverOpenToOthers) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "a" / "b" / "cardinal").string();
  const mode_t before = ::umask(0);
  const auto made = makePrivateFolder(path);
  ::umask(before);
  ASSERT_TRUE(made) << describe(made.error());
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0700));
  fs::permissions(path, fs::perms(0755));
  ASSERT_TRUE(makePrivateFolder(path));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0700)) << "one that is there is put right";
  const std::string file = folder.write("file", "");
  EXPECT_FALSE(makePrivateFolder(file));
}

TEST(OwnFiles, WhatIsNoRegularFileIsNeverReplaced) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("file", "x");
  EXPECT_EQ(*fileToReplace(file), file);
  EXPECT_EQ(*fileToReplace(file + ".new"), file + ".new");
  const std::string link = (folder.path() / "link").string();
  fs::create_symlink(file, link);
  EXPECT_EQ(*fileToReplace(link), fs::canonical(file).string()) << "the link stays one";
  const std::string fifo = (folder.path() / "fifo").string();
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const std::string toFifo = (folder.path() / "to-fifo").string();
  fs::create_symlink(fifo, toFifo);
  const std::string nowhere = (folder.path() / "nowhere").string();
  fs::create_symlink(folder.path() / "gone", nowhere);
  for (const std::string& path :
       {std::string("/dev/null"), std::string("/dev/full"), fifo, toFifo, nowhere, folder.path().string()}) {
    const auto refused = fileToReplace(path);
    ASSERT_FALSE(refused) << path;
    EXPECT_EQ(refused.error().code, ErrorCode::FileUnwritable) << path;
  }
}

}  // namespace
}  // namespace cardinal
