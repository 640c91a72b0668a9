// SPDX-License-Identifier: Apache-2.0
// What may happen to the file: crashes, damage, no room, no rights, another version.
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "record_fixture.h"

namespace cardinal::testing {
namespace {

using StoreFaults = StoreOnDisk;

void fill(AllocationStore& store, int states) {
  for (int i = 0; i < states; ++i) ASSERT_TRUE(addTo(store, kStart + 60 * i, cluster(1 + i % 15)));
}

/// Files that this process writes may not grow beyond `bytes`, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &m_before);
    m_signal = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, m_before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &m_before);
    ::signal(SIGXFSZ, m_signal);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit m_before{};
  void (*m_signal)(int) = nullptr;
};

TEST_F(StoreFaults, AConsoleKilledWhileItWritesLeavesAGoodFile) {
  for (int round = 0; round < 8; ++round) {
    int ready[2] = {-1, -1};
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      auto store = AllocationStore::open(options());
      for (int i = 0; store; ++i) {
        static_cast<void>(addTo(**store, kStart + round * 1'000'000 + 60 * i, cluster(1 + i % 15)));
        if (i == 3) static_cast<void>(::write(ready[1], "x", 1));
      }
      ::_exit(1);
    }
    char byte = 0;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    ::usleep(static_cast<useconds_t>(1'000 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    auto store = open();
    EXPECT_EQ(store->setAside(), "");
    EXPECT_TRUE(store->isWriter());
    const auto moments = store->moments();
    ASSERT_TRUE(moments);
    EXPECT_GE(moments->size(), 4U);
    EXPECT_GE(heldAt(*store, moments->back()), 1);
    EXPECT_TRUE(addTo(*store, moments->back().until + 60, cluster(1)));
  }
}

TEST_F(StoreFaults, ATruncatedFileIsPutAsideAndANewOneBegun) {
  fill(*open(), 70);
  const auto size = std::filesystem::file_size(path());
  for (const auto left : {size / 2, size - 100, std::uintmax_t{50}}) {
    std::filesystem::resize_file(path(), left);
    auto store = open();
    ASSERT_NE(store, nullptr);
    EXPECT_EQ(store->setAside(), path() + ".damaged");
    EXPECT_EQ(std::filesystem::file_size(path() + ".damaged"), left);
    EXPECT_TRUE(store->moments()->empty());
    fill(*store, 70);
  }
}

TEST_F(StoreFaults, SomethingElseInThePlaceOfTheFileIsPutAside) {
  m_folder.write("history/ctx.sqlite", std::string(9000, 'x'));
  EXPECT_EQ(open()->setAside(), path() + ".damaged");
  // A database of another program is none of ours either.
  std::filesystem::remove(path());
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &other), SQLITE_OK);
  sqlite3_exec(other, "CREATE TABLE notes (text)", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  EXPECT_EQ(open()->setAside(), path() + ".damaged");
}

TEST_F(StoreFaults, AFileOfALaterVersionIsLeftAlone) {
  fill(*open(), 3);
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &file), SQLITE_OK);
  sqlite3_exec(file, "PRAGMA user_version = 2", nullptr, nullptr, nullptr);
  sqlite3_close(file);
  const auto size = std::filesystem::file_size(path());
  const auto opened = AllocationStore::open(options());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::Unsupported);
  EXPECT_EQ(opened.error().subject, path());
  EXPECT_EQ(opened.error().place, "version 2");
  EXPECT_EQ(std::filesystem::file_size(path()), size);
}

TEST_F(StoreFaults, AFullDiskIsReportedAndWhatWasThereStays) {
  auto store = open();
  fill(*store, 50);
  {
    const FullDisk full(std::filesystem::file_size(path()));
    Result<void> done;
    for (int i = 50; i < 400 && done; ++i) done = addTo(*store, kStart + 60 * i, cluster(1 + i % 15));
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::FileUnwritable);
    EXPECT_EQ(done.error().subject, path());
    EXPECT_GE(store->moments()->size(), 50U);
  }
  // There is room again.
  ASSERT_TRUE(addTo(*store, kStart + 60 * 500, cluster(9)));
  EXPECT_EQ(heldAt(*store, store->moments()->back()), 9);
  EXPECT_EQ(heldAt(*store, store->moments()->front()), 1);
}

TEST_F(StoreFaults, AFolderThatCannotBeMadeIsReported) {
  m_folder.write("history", "a file where the folder should be");
  const auto opened = AllocationStore::open(options());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::FileUnwritable);
}

TEST_F(StoreFaults, BytesThatAreNoStateAreReportedAndTheRestIsRead) {
  auto store = open();
  fill(*store, 130);
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &file), SQLITE_OK);
  sqlite3_exec(file, "UPDATE cards SET data = x'00ff' WHERE frame = 5", nullptr, nullptr, nullptr);
  sqlite3_close(file);
  const auto moments = store->moments();
  EXPECT_EQ(heldAt(*store, (*moments)[2]), 3);
  const auto broken = store->nodes((*moments)[10].id);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::ParseFailed);
  EXPECT_EQ(heldAt(*store, (*moments)[100]), 1 + 100 % 15);
  // What cannot be read loses its cards when it becomes coarser; its sums stay.
  ASSERT_TRUE(store->thin(kStart + 40 * 86'400));
  EXPECT_GT(store->moments()->size(), 1U);
  EXPECT_EQ(store->sums(kStart, kStart + 10'000)->front().sums.held.memoryMib, 1024);
}

}  // namespace
}  // namespace cardinal::testing
