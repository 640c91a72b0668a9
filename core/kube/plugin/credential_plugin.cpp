// SPDX-License-Identifier: Apache-2.0
#include "core/kube/plugin/credential_plugin.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace cardinal {
namespace {

constexpr std::size_t kShownErrors = 4096;

void setVariable(std::vector<std::string>& environment, const std::string& name, const std::string& value) {
  const std::string prefix = name + "=";
  std::erase_if(environment, [&](const std::string& entry) { return entry.compare(0, prefix.size(), prefix) == 0; });
  environment.push_back(prefix + value);
}

std::string processPath() {
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing in the program sets variables
  return path != nullptr ? path : std::string();
}

/// "the program ended with exit code 3: last words".
std::string endOf(const ProcessResult& result) {
  std::string words = result.signal != 0 ? "it was ended by signal " + std::to_string(result.signal)
                                         : "it ended with exit code " + std::to_string(result.exitCode);
  const std::string& errors = result.errors;
  const std::string tail = errors.size() > kShownErrors ? errors.substr(errors.size() - kShownErrors) : errors;
  return tail.empty() ? words : words + ": " + tail;
}

std::string secondsOf(std::chrono::milliseconds time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

}  // namespace

CredentialPlugin::CredentialPlugin(const ClusterAccess& access, const Clock& clock, Times times)
    : m_access(access),
      m_clock(clock),
      m_times(times),
      m_place("users[" + access.user + "].exec (" + access.file + ")"),
      m_thread([this](const std::stop_token& stop) { loop(stop); }) {}

CredentialPlugin::~CredentialPlugin() {
  {
    const MutexLock lock(m_mutex);
    m_waiting.clear();
    m_lateListener = nullptr;
  }
  m_thread.request_stop();
  cancel();
  m_thread.join();
}

CredentialPlugin::CredentialPtr CredentialPlugin::current() const {
  const MutexLock lock(m_mutex);
  const bool usable =
      m_credential && m_credential->generation > m_rejected && m_credential->isUsable(m_clock.wallNow());
  return usable ? m_credential : nullptr;
}

void CredentialPlugin::obtain(Done done) {
  {
    const MutexLock lock(m_mutex);
    m_waiting.push_back(std::move(done));
  }
  m_wake.notifyAll();
}

void CredentialPlugin::reject(std::uint64_t generation) {
  const MutexLock lock(m_mutex);
  m_rejected = std::max(m_rejected, generation);
}

void CredentialPlugin::forgetFailure() {
  const MutexLock lock(m_mutex);
  m_failure.reset();
}

void CredentialPlugin::cancel() {
  std::stop_source run;
  {
    const MutexLock lock(m_mutex);
    run = m_run;
  }
  run.request_stop();
}

void CredentialPlugin::setLateListener(std::function<void(bool late)> listener) {
  const MutexLock lock(m_mutex);
  m_lateListener = std::move(listener);
}

std::uint64_t CredentialPlugin::runs() const {
  const MutexLock lock(m_mutex);
  return m_runs;
}

void CredentialPlugin::loop(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::stop_token run;
    {
      const MutexLock lock(m_mutex);
      if (!m_wake.wait(m_mutex, stop, [this]() CARDINAL_REQUIRES(m_mutex) { return !m_waiting.empty(); })) return;
      m_run = std::stop_source();
      run = m_run.get_token();
    }
    if (stop.stop_requested()) return;
    const Answer answer = answerNow(run);
    std::vector<Done> waiting;
    {
      const MutexLock lock(m_mutex);
      waiting.swap(m_waiting);
    }
    for (const Done& done : waiting) done(answer);
  }
}

CredentialPlugin::Answer CredentialPlugin::answerNow(const std::stop_token& stop) {
  if (CredentialPtr usable = current()) return usable;
  {
    const MutexLock lock(m_mutex);
    if (m_failure && m_clock.steadyNow() - m_failed < m_times.failureLife) return unexpected(*m_failure);
  }
  auto credential = runOnce(stop);
  const MutexLock lock(m_mutex);
  if (!credential) {
    Error error = credential.error();
    // One that was not found may be installed at any moment, and one that was cancelled may be wanted again.
    m_failure.reset();
    if (error.code == ErrorCode::PluginFailed) m_failure = error;
    m_failed = m_clock.steadyNow();
    return unexpected(std::move(error));
  }
  credential->generation = m_runs;
  m_failure.reset();
  m_credential = std::make_shared<const PluginCredential>(std::move(*credential));
  return m_credential;
}

Error CredentialPlugin::failed(std::string words) const {
  return makeError(ErrorCode::PluginFailed, m_access.exec->command, m_place, std::move(words));
}

Result<ProcessRequest> CredentialPlugin::requestFor(const std::stop_token& stop) {
  const ExecConfig& config = *m_access.exec;
  ProcessRequest request;
  for (char** entry = environ; *entry != nullptr; ++entry) request.environment.emplace_back(*entry);
  std::string path = processPath();
  request.program = findProgram(config.command, path);
  if (request.program.empty() && config.command.find('/') == std::string::npos) {
    // A desktop's launcher gives programs a shorter PATH than the user's shell has.
    const std::string longer = loginShellPath(stop);
    request.program = findProgram(config.command, longer);
    if (!longer.empty() && longer != path) path += (path.empty() ? "" : ":") + longer;
    if (!request.program.empty()) setVariable(request.environment, "PATH", longer);
  }
  if (request.program.empty()) {
    if (config.command.find('/') != std::string::npos && ::access(config.command.c_str(), F_OK) == 0)
      return unexpected(failed("it is not an executable file"));
    return unexpected(makeError(ErrorCode::PluginMissing, config.command, path, config.installHint));
  }
  request.arguments = config.args;
  for (const auto& [name, value] : config.env) setVariable(request.environment, name, value);
  setVariable(request.environment, "KUBERNETES_EXEC_INFO", execInfo(config, m_access));
  request.lateAfter = m_times.late;
  request.timeout = m_times.timeout;
  request.grace = m_times.grace;
  request.late = [this] { reportLate(true); };
  return request;
}

void CredentialPlugin::reportLate(bool late) {
  std::function<void(bool)> listener;
  {
    const MutexLock lock(m_mutex);
    listener = m_lateListener;
  }
  if (listener) listener(late);
}

Result<PluginCredential> CredentialPlugin::runOnce(const std::stop_token& stop) {
  auto request = requestFor(stop);
  if (!request) return unexpected(request.error());
  {
    const MutexLock lock(m_mutex);
    ++m_runs;
  }
  auto result = runProcess(*request, stop);
  reportLate(false);
  if (!result) {
    if (result.error().code == ErrorCode::Cancelled)
      return unexpected(makeError(ErrorCode::Cancelled, m_access.exec->command));
    return unexpected(failed(result.error().detail));
  }
  if (result->timedOut) return unexpected(failed("it did not end within " + secondsOf(m_times.timeout)));
  if (result->outputTooLong) return unexpected(failed("it printed more than 1 MiB"));
  if (result->exitCode != 0 || result->signal != 0) return unexpected(failed(endOf(*result)));
  auto credential = parseExecCredential(*m_access.exec, result->output.reveal(), m_clock.wallNow());
  if (!credential) return unexpected(failed(credential.error().detail));
  if (!credential->isUsable(m_clock.wallNow())) return unexpected(failed("the credential that it printed is expired"));
  return credential;
}

std::shared_ptr<CredentialPlugin> CredentialPlugins::of(const ClusterAccess& access, const Clock& clock) {
  const std::string info = execInfo(*access.exec, access);
  const std::string server = access.server.text();
  const MutexLock lock(m_mutex);
  for (const Known& known : m_known) {
    if (known.config == *access.exec && known.info == info && known.server == server) return known.plugin;
  }
  m_known.push_back({*access.exec, info, server, std::make_shared<CredentialPlugin>(access, clock)});
  return m_known.back().plugin;
}

}  // namespace cardinal
