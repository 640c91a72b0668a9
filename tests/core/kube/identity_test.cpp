// SPDX-License-Identifier: Apache-2.0
// Credentials that change while a connection lives: files and plugins. No sockets.
#include "core/kube/transport/identity.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/net/certificates.h"
#include "tests/support/temporary_folder.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using test::CertificateAuthority;
using test::TemporaryFolder;

class RotatingFiles : public ::testing::Test {
 protected:
  RotatingFiles() {
    write("one");
    m_folder.write("ca", m_authority.certificatePem());
    m_folder.write("token", "first\n");
    m_access.clientCertificateFile = path("certificate");
    m_access.clientKeyFile = path("key");
    m_access.caFile = path("ca");
    m_access.caPem = m_authority.certificatePem();
    m_access.clientCertificatePem = m_pair.certificatePem;
    m_access.clientKeyPem = Secret(m_pair.keyPem);
  }
  std::string path(const char* name) const { return (m_folder.path() / name).string(); }
  void write(const std::string& name) {
    m_pair = m_authority.issue({name, {}, {}, -3600, 3600});
    m_folder.write("certificate", m_pair.certificatePem);
    m_folder.write("key", m_pair.keyPem);
  }
  Identity::Time at(std::chrono::seconds after) const { return m_begin + after; }

  TemporaryFolder m_folder;
  CertificateAuthority m_authority;
  test::KeyPair m_pair;
  ClusterAccess m_access;
  Identity::Time m_begin = std::chrono::steady_clock::now();
};

TEST_F(RotatingFiles, ANewPairIsTakenOnceItFits) {
  Identity identity(m_access, nullptr, m_begin);
  EXPECT_FALSE(identity.refreshFiles(at(2s))) << "nothing changed";
  const test::KeyPair old = m_pair;
  const test::KeyPair fresh = m_authority.issue({"two", {}, {}, -3600, 3600});
  m_folder.write("certificate", fresh.certificatePem);
  EXPECT_FALSE(identity.refreshFiles(at(4s))) << "the key is not there yet";
  EXPECT_EQ(identity.access().clientCertificatePem, old.certificatePem);
  m_folder.write("key", fresh.keyPem);
  EXPECT_FALSE(identity.refreshFiles(at(4s))) << "looked at once a second at the most";
  EXPECT_TRUE(identity.refreshFiles(at(6s)));
  EXPECT_EQ(identity.access().clientCertificatePem, fresh.certificatePem);
  EXPECT_EQ(identity.access().clientKeyPem.reveal(), fresh.keyPem);
  EXPECT_FALSE(identity.refreshFiles(at(8s)));
}

TEST_F(RotatingFiles, AReplacedAuthorityIsTakenAndABrokenOneIsNot) {
  Identity identity(m_access, nullptr, m_begin);
  m_folder.write("ca", "");
  EXPECT_FALSE(identity.refreshFiles(at(2s)));
  m_folder.write("ca", "-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----\n");
  EXPECT_FALSE(identity.refreshFiles(at(4s)));
  std::filesystem::remove(path("ca"));
  EXPECT_FALSE(identity.refreshFiles(at(6s)));
  EXPECT_EQ(identity.access().caPem, m_authority.certificatePem()) << "the last good one stays";
  const CertificateAuthority other("other CA");
  m_folder.write("ca", other.certificatePem());
  EXPECT_TRUE(identity.refreshFiles(at(8s)));
  EXPECT_EQ(identity.access().caPem, other.certificatePem());
}

TEST_F(RotatingFiles, ATokenFileIsReadAgainAfterAMinuteAndAfterA401) {
  m_access.tokenFile = path("token");
  m_access.token = Secret("first");
  Identity identity(m_access, nullptr, m_begin);
  m_folder.write("token", "second");
  EXPECT_EQ(identity.authorization(at(59s)).reveal(), "Bearer first");
  EXPECT_EQ(identity.authorization(at(61s)).reveal(), "Bearer second");
  m_folder.write("token", "third");
  EXPECT_TRUE(identity.renew(at(62s)));
  EXPECT_FALSE(identity.renew(at(63s))) << "the same token would be refused again";
  std::filesystem::remove(path("token"));
  EXPECT_EQ(identity.authorization(at(200s)).reveal(), "Bearer third") << "the last good one stays";
}

}  // namespace
}  // namespace cardinal
