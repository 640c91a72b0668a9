// SPDX-License-Identifier: Apache-2.0
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>

#include "core/kube/transport/curl_handles.h"

namespace cardinal {
namespace {

constexpr unsigned kPeerSilenceMilliseconds = 45'000;
constexpr int kKeepaliveProbes = 3;

// A dead peer with data in flight is found by the first, one without by the second; libcurl has an option for neither.
int tuneSocket(void*, curl_socket_t descriptor, curlsocktype) {
  setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &kPeerSilenceMilliseconds, sizeof kPeerSilenceMilliseconds);
  setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &kKeepaliveProbes, sizeof kKeepaliveProbes);
  return CURL_SOCKOPT_OK;
}

curl_blob blobOf(const std::string& text) {
  // libcurl copies (CURL_BLOB_COPY) and does not write through the pointer.
  return curl_blob{const_cast<char*>(text.data()), text.size(), CURL_BLOB_COPY};
}

/// As Go means it: names are resolved at a SOCKS proxy, and the default port is the scheme's.
std::string proxyFor(const std::string& url) {
  const std::size_t scheme = url.find("://");
  std::string name = url.substr(0, scheme);
  std::string rest = url.substr(scheme + 3);
  const char* const port = name == "https" ? ":443" : name == "http" ? ":80" : ":1080";
  if (name == "socks5") name = "socks5h";
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  std::string authority = rest.substr(0, slash);
  const std::size_t host = authority.rfind('@') == std::string::npos ? 0 : authority.rfind('@') + 1;
  const std::size_t bracket = authority.rfind(']');
  const std::size_t colon = authority.find(':', bracket == std::string::npos ? host : bracket);
  if (colon == std::string::npos) authority += port;
  return name + "://" + authority + rest.substr(slash);
}

void applyTrust(CURL* handle, const ClusterAccess& access) {
  curl_easy_setopt(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, access.insecure ? 0L : 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, access.insecure ? 0L : 2L);
  if (!access.caPem.empty()) {
    // The blob replaces only the CA file: without CAPATH = NULL the system's CA directory would be trusted too.
    curl_blob ca = blobOf(access.caPem);
    curl_easy_setopt(handle, CURLOPT_CAINFO_BLOB, &ca);
    curl_easy_setopt(handle, CURLOPT_CAPATH, nullptr);
  }
  // An encrypted key without a passphrase option crashes libcurl 7.88.1.
  curl_easy_setopt(handle, CURLOPT_KEYPASSWD, "");
  if (!access.clientCertificatePem.empty()) {
    curl_blob certificate = blobOf(access.clientCertificatePem);
    curl_blob key = blobOf(access.clientKeyPem.reveal());
    curl_easy_setopt(handle, CURLOPT_SSLCERTTYPE, "PEM");
    curl_easy_setopt(handle, CURLOPT_SSLKEYTYPE, "PEM");
    curl_easy_setopt(handle, CURLOPT_SSLCERT_BLOB, &certificate);
    curl_easy_setopt(handle, CURLOPT_SSLKEY_BLOB, &key);
  }
}

/// A key of Impersonate-Extra as a part of a header's name: bytes that may not stand there are percent-encoded.
std::string headerKey(const std::string& key) {
  constexpr std::string_view kLegal = "!#$&'*+-.^_`|~";
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : key) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kLegal.find(c) != std::string_view::npos) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', kHex[byte >> 4U], kHex[byte & 0x0FU]};
  }
  return out;
}

std::vector<std::string> impersonationLines(const Impersonation& identity) {
  std::vector<std::string> lines;
  if (identity.user.empty()) return lines;
  lines.push_back("Impersonate-User: " + identity.user);
  if (!identity.uid.empty()) lines.push_back("Impersonate-Uid: " + identity.uid);
  for (const std::string& group : identity.groups) lines.push_back("Impersonate-Group: " + group);
  for (const auto& [key, values] : identity.extra) {
    for (const std::string& value : values)
      lines.push_back(std::string("Impersonate-Extra-").append(headerKey(key)).append(": ").append(value));
  }
  return lines;
}

bool isSendable(const std::string& text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos;
}

}  // namespace

void applyAccess(CURL* handle, const ClusterAccess& access) {
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);  // never wait for a resolver thread when going away
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, access.server.https ? "https" : "http");
  curl_easy_setopt(handle, CURLOPT_HTTP_VERSION,
                   static_cast<long>(access.http1Only ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS));
  curl_easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(handle, CURLOPT_MAXAGE_CONN, 80L);  // the server closes idle connections after 90 s
  curl_easy_setopt(handle, CURLOPT_MAXLIFETIME_CONN, 3600L);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPIDLE, 30L);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPINTVL, 15L);
  curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, tuneSocket);
  // Set in any case: an empty text means "no proxy", unset would mean "ask the environment".
  const std::string proxy = access.proxyUrl.empty() ? std::string() : proxyFor(access.proxyUrl);
  curl_easy_setopt(handle, CURLOPT_PROXY, proxy.c_str());
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "");
  curl_easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  applyTrust(handle, access);
}

void applyRequest(CURL* handle, const ClusterAccess& access, const HttpRequest& request) {
  ServerUrl named = access.server;
  if (!access.tlsServerName.empty()) named.host = access.tlsServerName;
  std::string url = named.text() + request.path;
  if (!request.query.empty()) url += "?" + request.query;
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  if (request.method != "GET") {
    // On a connection that was used before and dies, libcurl sends any request again; a write must never be sent twice.
    curl_easy_setopt(handle, CURLOPT_FRESH_CONNECT, request.harmless || request.repeatable ? 0L : 1L);
    curl_easy_setopt(handle, CURLOPT_POST, 1L);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.body.c_str());
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  }
  if (request.compressed && !request.streaming && !access.disableCompression) {
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "gzip");
  }
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.connectTimeout.count()));
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(request.totalTimeout.count()));
  curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, request.lane == Lane::List ? 262'144L : 65'536L);
  // Many that begin together share one connection instead of making one each.
  if (request.lane == Lane::Watch || request.harmless || request.repeatable)
    curl_easy_setopt(handle, CURLOPT_PIPEWAIT, 1L);
}

StageTimes timesOf(CURL* handle) {
  const auto at = [handle](CURLINFO what) {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(handle, what, &microseconds);
    return std::chrono::microseconds(microseconds);
  };
  StageTimes times;
  long made = 0;
  curl_easy_getinfo(handle, CURLINFO_NUM_CONNECTS, &made);
  times.fresh = made > 0;
  // libcurl counts every stage from the beginning.
  const auto name = at(CURLINFO_NAMELOOKUP_TIME_T);
  const auto connect = std::max(at(CURLINFO_CONNECT_TIME_T), name);
  const auto tls = std::max(at(CURLINFO_APPCONNECT_TIME_T), connect);
  if (times.fresh) {
    times.name = name;
    times.connect = connect - name;
    times.tls = tls - connect;
  }
  times.firstByte = std::max(at(CURLINFO_STARTTRANSFER_TIME_T) - at(CURLINFO_PRETRANSFER_TIME_T), {});
  times.body = std::max(at(CURLINFO_TOTAL_TIME_T) - at(CURLINFO_STARTTRANSFER_TIME_T), {});
  curl_off_t bytes = 0;
  curl_easy_getinfo(handle, CURLINFO_SIZE_DOWNLOAD_T, &bytes);
  times.bodyBytes = static_cast<std::uint64_t>(std::max(bytes, curl_off_t{0}));
  const char* address = nullptr;
  long version = 0;
  curl_easy_getinfo(handle, CURLINFO_PRIMARY_IP, &address);
  curl_easy_getinfo(handle, CURLINFO_HTTP_VERSION, &version);
  times.address = address != nullptr ? address : "";
  times.protocol = version == CURL_HTTP_VERSION_2_0 ? "HTTP/2" : "HTTP/1.1";
  return times;
}

Result<HeaderList> headerLines(const ClusterAccess& access, const HttpRequest& request, const Secret& authorization) {
  curl_slist* list = nullptr;
  const auto add = [&list](const std::string& line) {
    curl_slist* const longer = curl_slist_append(list, line.c_str());
    if (longer != nullptr) list = longer;
  };
  add("Expect:");  // no round trip before larger bodies
  if (!access.tlsServerName.empty()) add("Host: " + access.server.authority());
  if (!authorization.empty()) {
    std::string line = "Authorization: " + authorization.reveal();
    add(line);
    line = std::string(line.size(), '\0');
  }
  for (const std::string& line : impersonationLines(access.impersonation)) add(line);
  bool acceptGiven = false;
  for (const auto& [name, value] : request.headers) {
    if (!isSendable(name) || !isSendable(value) || name.empty()) {
      curl_slist_free_all(list);
      return unexpected(makeError(ErrorCode::InvalidArgument, "header", {}, "a header holds a line break or NUL"));
    }
    acceptGiven = acceptGiven || name == "Accept";
    add(std::string(name).append(": ").append(value));
  }
  if (!acceptGiven) add("Accept: application/json");
  return HeaderList(list);
}

}  // namespace cardinal
