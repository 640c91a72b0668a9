// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/kube/watch/reflector.h"
#include "tests/core/kube/fakes.h"

namespace cardinal::test {

/// A reflector of pods that may stream its list, with everything around it played; keeps the names that it tells.
class PlayedReflector : public ::testing::Test {
 protected:
  PlayedReflector()
      : m_store(m_decoder, StoreListener<RawPod>{[this](auto all) {
                                                   ++replacements;
                                                   seen.clear();
                                                   for (const auto& pod : all) seen.insert(pod->meta.key.name);
                                                 },
                                                 [this](auto pod) { seen.insert(pod->meta.key.name); },
                                                 [this](auto pod) { seen.erase(pod->meta.key.name); }}),
        m_reflector(Reflector::Options{podsResource(), "", "", 500}, m_store,
                    ReflectorContext{m_loop,
                                     m_transport,
                                     m_decoder,
                                     m_loop,
                                     [] { return 0.5; },
                                     {},
                                     m_streams,
                                     nullptr,
                                     [this] { return m_used; }},
                    [this] {
                      if (changed) changed();
                    }) {}

  std::set<std::string> seen;
  std::function<void()> changed;
  int replacements = 0;
  std::size_t m_used = 0;  ///< memory of the process
  std::shared_ptr<StreamedLists> m_streams = std::make_shared<StreamedLists>();
  ManualLoop m_loop;
  FakeTransport m_transport;
  Decoder m_decoder;
  ObjectStore<RawPod> m_store;
  Reflector m_reflector;
};

}  // namespace cardinal::test
