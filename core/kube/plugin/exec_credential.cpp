// SPDX-License-Identifier: Apache-2.0
#include "core/kube/plugin/exec_credential.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/kube/kubeconfig/pem/base64.h"
#include "core/kube/kubeconfig/pem/pem.h"

namespace cardinal {
namespace {

constexpr UnixSeconds kLeeway = 30;

/// Leaves the reading; caught in parseExecCredential.
struct Refusal final : std::exception {
  explicit Refusal(std::string w) : words(std::move(w)) {}
  std::string words;
};

std::string textOf(const YAML::Node& map, const char* field) {
  const YAML::Node node = map[field];
  if (!node.IsDefined() || node.IsNull()) return {};
  if (!node.IsScalar()) throw Refusal(std::string(field) + " is not a text");
  return node.Scalar();
}

bool isHeaderText(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

/// A short foreign word for a message; anything else could be a part of a credential.
std::string shown(const std::string& word) {
  const bool harmless =
      !word.empty() && word.size() <= 64 && std::all_of(word.begin(), word.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '.' || c == '/' || c == '-';
      });
  return harmless ? "\"" + word + "\"" : "something else";
}

void checkHeader(const ExecConfig& config, const YAML::Node& root, std::size_t bytes) {
  if (!root.IsMap() || textOf(root, "kind").empty())
    throw Refusal("it did not print an ExecCredential but " + std::to_string(bytes) + " bytes of something else");
  const std::string kind = textOf(root, "kind");
  const std::string version = textOf(root, "apiVersion");
  if (kind != "ExecCredential") throw Refusal("it printed kind " + shown(kind) + " instead of ExecCredential");
  if (version != config.apiVersion)
    throw Refusal("it printed apiVersion " + shown(version) + ", the kubeconfig says " + shown(config.apiVersion));
}

void checkPair(const PluginCredential& credential) {
  const bool certificate = !credential.certificatePem.empty();
  if (certificate && credential.keyPem.empty()) throw Refusal("status.clientKeyData is missing");
  if (!certificate && !credential.keyPem.empty()) throw Refusal("status.clientCertificateData is missing");
  if (!certificate) return;
  if (const auto read = readCertificates(credential.certificatePem); !read)
    throw Refusal("status.clientCertificateData: " + read.error().detail);
  if (const auto pair = checkKeyPair(credential.certificatePem, credential.keyPem.reveal()); !pair)
    throw Refusal("status.clientKeyData: " + pair.error().detail);
}

PluginCredential credentialOf(const YAML::Node& status, UnixSeconds now) {
  PluginCredential out;
  out.obtained = now;
  out.token = Secret(textOf(status, "token"));
  out.certificatePem = textOf(status, "clientCertificateData");
  out.keyPem = Secret(textOf(status, "clientKeyData"));
  if (out.token.empty() && out.certificatePem.empty() && out.keyPem.empty())
    throw Refusal("neither status.token nor a certificate with its key is there");
  if (!isHeaderText(out.token.reveal())) throw Refusal("status.token holds blanks or unprintable characters");
  checkPair(out);
  const std::string expires = textOf(status, "expirationTimestamp");
  if (expires.empty()) return out;
  out.expires = parseRfc3339(expires.data(), expires.data() + expires.size());
  if (out.expires == 0) throw Refusal("status.expirationTimestamp is not a time");
  return out;
}

}  // namespace

bool PluginCredential::isUsable(UnixSeconds now) const {
  if (expires == 0) return true;
  const UnixSeconds life = std::max<UnixSeconds>(expires - obtained, 0);
  return now < expires - std::min(kLeeway, (life + 1) / 2);
}

std::string execInfo(const ExecConfig& config, const ClusterAccess& cluster) {
  nlohmann::ordered_json info{{"kind", "ExecCredential"}, {"apiVersion", config.apiVersion}};
  nlohmann::ordered_json& spec = info["spec"];
  spec["interactive"] = false;
  if (config.provideClusterInfo) {
    nlohmann::ordered_json& about = spec["cluster"];
    about["server"] = cluster.server.text();
    if (!cluster.tlsServerName.empty()) about["tls-server-name"] = cluster.tlsServerName;
    if (cluster.insecure) about["insecure-skip-tls-verify"] = true;
    if (!cluster.caPem.empty()) about["certificate-authority-data"] = encodeBase64(cluster.caPem);
    if (!cluster.proxyUrl.empty()) about["proxy-url"] = cluster.proxyUrl;
    if (cluster.disableCompression) about["disable-compression"] = true;
    if (!cluster.execExtension.empty()) {
      auto extension = nlohmann::ordered_json::parse(cluster.execExtension, nullptr, false);
      if (!extension.is_discarded()) about["config"] = std::move(extension);
    }
  }
  return info.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<PluginCredential> parseExecCredential(const ExecConfig& config, std::string_view output, UnixSeconds now) {
  try {
    const YAML::Node root = YAML::Load(std::string(output));
    checkHeader(config, root, output.size());
    const YAML::Node status = root["status"];
    if (!status.IsDefined() || !status.IsMap()) throw Refusal("the printed ExecCredential has no status");
    return credentialOf(status, now);
  } catch (const Refusal& refusal) {
    return unexpected(makeError(ErrorCode::PluginFailed, config.command, {}, refusal.words));
  } catch (const YAML::Exception&) {
    return unexpected(makeError(
        ErrorCode::PluginFailed, config.command, {},
        "it did not print an ExecCredential but " + std::to_string(output.size()) + " bytes of something else"));
  }
}

}  // namespace cardinal
