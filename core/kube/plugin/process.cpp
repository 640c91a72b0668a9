// SPDX-License-Identifier: Apache-2.0
#include "core/kube/plugin/process.h"

#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace cardinal {
namespace {

using Time = std::chrono::steady_clock::time_point;
using std::chrono::milliseconds;

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : m_fd(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return m_fd; }
  void reset(int fd = -1) {
    if (m_fd >= 0) close(m_fd);
    m_fd = fd;
  }

 private:
  int m_fd;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
  bool open() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

std::vector<char*> pointersOf(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

/// What posix_spawn needs, freed with it.
class SpawnPlan {
 public:
  SpawnPlan() {
    posix_spawn_file_actions_init(&m_actions);
    posix_spawnattr_init(&m_attributes);
    sigset_t none;
    sigemptyset(&none);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigmask(&m_attributes, &none);
    posix_spawnattr_setsigdefault(&m_attributes, &all);
    posix_spawnattr_setpgroup(&m_attributes, 0);
    posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&m_actions);
    posix_spawnattr_destroy(&m_attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int start(const ProcessRequest& request, int output, int errors, pid_t& pid) {
    posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&m_actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&m_actions, errors, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&m_actions, STDERR_FILENO + 1);
    std::vector<std::string> words{request.program};
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    const std::vector<char*> argv = pointersOf(words);
    const std::vector<char*> environment = pointersOf(request.environment);
    return posix_spawn(&pid, request.program.c_str(), &m_actions, &m_attributes, argv.data(), environment.data());
  }

 private:
  posix_spawn_file_actions_t m_actions;
  posix_spawnattr_t m_attributes;
};

/// A child under way: both pipes are drained side by side, and it is ended when its time is up or it is stopped.
class Child {
 public:
  Child(const ProcessRequest& request, pid_t pid, int output, int errors, int wakeup)
      : m_request(request), m_pid(pid), m_wakeup(wakeup), m_begin(std::chrono::steady_clock::now()) {
    m_exit.reset(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));  // glibc 2.36 lacks it in C++
    m_output = output;
    m_errors = errors;
    m_text.reserve(std::size_t{64} << 10U);  // growing would leave copies of a credential behind
  }

  ProcessResult wait(const std::stop_token& stop) {
    while (!finished()) step(stop);
    m_result.output = Secret(std::move(m_text));
    return std::move(m_result);
  }

 private:
  static constexpr milliseconds kLinger{1'000};  // a helper left behind may hold the pipes open
  static constexpr milliseconds kQuickGrace{300};

  bool finished() const {
    if (!m_exited) return false;
    const bool drained = m_output < 0 && m_errors < 0;
    return drained || std::chrono::steady_clock::now() - m_exitTime >= kLinger;
  }

  void step(const std::stop_token& stop) {
    pollfd fds[4] = {{m_output, POLLIN, 0},
                     {m_errors, POLLIN, 0},
                     {m_exited ? -1 : m_exit.get(), POLLIN, 0},
                     {m_stopping ? -1 : m_wakeup, POLLIN, 0}};
    poll(fds, 4, waitMilliseconds());
    if (fds[0].revents != 0) drain(m_output, [this](const char* data, std::size_t size) { takeOutput(data, size); });
    if (fds[1].revents != 0) drain(m_errors, [this](const char* data, std::size_t size) { takeErrors(data, size); });
    if (fds[2].revents != 0) reap();
    if (stop.stop_requested()) end(kQuickGrace);
    checkTimes();
  }

  template <typename Take>
  static void drain(int& descriptor, Take take) {
    char buffer[16384];
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count > 0) return take(buffer, static_cast<std::size_t>(count));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    descriptor = -1;  // its owner closes it
  }

  void takeOutput(const char* data, std::size_t size) {
    if (m_text.size() + size > m_request.maxOutput) {
      m_result.outputTooLong = true;
      return end(m_request.grace);
    }
    m_text.append(data, size);
  }

  void takeErrors(const char* data, std::size_t size) {
    std::string& kept = m_result.errors;
    kept.append(data, size);
    if (kept.size() > m_request.keptErrors) kept.erase(0, kept.size() - m_request.keptErrors);
  }

  void reap() {
    int status = 0;
    if (waitpid(m_pid, &status, 0) != m_pid) status = 0;
    if (WIFSIGNALED(status))
      m_result.signal = WTERMSIG(status);
    else
      m_result.exitCode = WEXITSTATUS(status);
    m_exited = true;
    m_exitTime = std::chrono::steady_clock::now();
  }

  void end(milliseconds grace) {
    if (m_stopping || m_exited) return;
    m_stopping = true;
    m_killTime = std::chrono::steady_clock::now() + grace;
    kill(-m_pid, SIGTERM);
  }

  void checkTimes() {
    if (m_exited) return;
    const Time now = std::chrono::steady_clock::now();
    if (m_stopping && now >= m_killTime) {
      kill(-m_pid, SIGKILL);
      m_killTime = now + m_request.grace;
    }
    if (m_stopping) return;
    if (!m_lateReported && now - m_begin >= m_request.lateAfter) {
      m_lateReported = true;
      if (m_request.late) m_request.late();
    }
    if (now - m_begin >= m_request.timeout) {
      m_result.timedOut = true;
      end(m_request.grace);
    }
  }

  int waitMilliseconds() const {
    Time next = m_begin + (m_lateReported ? m_request.timeout : std::min(m_request.lateAfter, m_request.timeout));
    if (m_stopping) next = m_killTime;
    if (m_exited) next = m_exitTime + kLinger;
    const auto left = std::chrono::ceil<milliseconds>(next - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 600'000));
  }

  const ProcessRequest& m_request;
  const pid_t m_pid;
  const int m_wakeup;
  const Time m_begin;
  Descriptor m_exit;
  int m_output = -1;
  int m_errors = -1;
  std::string m_text;
  ProcessResult m_result;
  bool m_exited = false;
  bool m_stopping = false;
  bool m_lateReported = false;
  Time m_exitTime{};
  Time m_killTime{};
};

Unexpected<Error> notStarted(const std::string& program, int number) {
  return unexpected(makeError(ErrorCode::PluginFailed, program, {}, std::generic_category().message(number)));
}

bool isExecutableFile(const std::string& path) {
  struct stat info = {};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string loginShell() {
  passwd entry = {};
  passwd* found = nullptr;
  char buffer[4096];
  if (getpwuid_r(getuid(), &entry, buffer, sizeof buffer, &found) != 0 || found == nullptr) return {};
  return found->pw_shell != nullptr ? found->pw_shell : std::string();
}

}  // namespace

Result<ProcessResult> runProcess(const ProcessRequest& request, const std::stop_token& stop) {
  Pipe output;
  Pipe errors;
  const Descriptor wakeup(eventfd(0, EFD_CLOEXEC));
  if (!output.open() || !errors.open() || wakeup.get() < 0) return notStarted(request.program, errno);
  pid_t pid = 0;
  if (const int number = SpawnPlan().start(request, output.write.get(), errors.write.get(), pid); number != 0)
    return notStarted(request.program, number);
  output.write.reset();
  errors.write.reset();
  const std::stop_callback wake(stop, [descriptor = wakeup.get()] {
    const std::uint64_t one = 1;
    const ssize_t written = write(descriptor, &one, sizeof one);
    static_cast<void>(written);  // a full counter wakes as well
  });
  ProcessResult result = Child(request, pid, output.read.get(), errors.read.get(), wakeup.get()).wait(stop);
  if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled, request.program));
  return result;
}

std::string findProgram(const std::string& command, const std::string& path) {
  if (command.empty()) return {};
  if (command.find('/') != std::string::npos) return isExecutableFile(command) ? command : std::string();
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::string folder = path.substr(at, end - at);
    // An empty or relative folder would be the working directory, which anybody may have filled.
    if (!folder.empty() && folder.front() == '/' && isExecutableFile(folder + "/" + command))
      return folder + "/" + command;
    at = end + 1;
  }
  return {};
}

std::string loginShellPath(const std::stop_token& stop) {
  const std::string marker = "cardinal-path=";
  ProcessRequest request;
  request.program = loginShell();
  if (request.program.empty() || !isExecutableFile(request.program)) return {};
  request.arguments = {"-l", "-c", "printf '\\n" + marker + "%s\\n' \"$PATH\""};
  for (char** entry = environ; *entry != nullptr; ++entry) request.environment.emplace_back(*entry);
  request.timeout = milliseconds(3'000);
  request.grace = milliseconds(200);
  const auto result = runProcess(request, stop);
  if (!result || result->timedOut) return {};
  const std::string& text = result->output.reveal();
  const std::size_t at = text.rfind("\n" + marker);  // a profile may print words of its own
  if (at == std::string::npos) return {};
  const std::size_t begin = at + 1 + marker.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace cardinal
