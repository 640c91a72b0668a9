// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace cardinal::fuzz {

/// What a fuzzer gives to the program. Each takes any bytes, and aborts when a promise about the result does not hold;
/// crashes, leaks and undefined behaviour are the sanitizers' matter. None reads a file or the network.
void kubeconfig(std::string_view input);   ///< a kubeconfig's text; every context that names no file is resolved
void quantity(std::string_view input);     ///< a quantity, and arithmetic with it
void node(std::string_view input);         ///< a node, and a list of nodes; its cards are read
void pod(std::string_view input);          ///< a pod, and a list of pods; its shares are read
void annotations(std::string_view input);  ///< lines "key=value" as annotations of a GPU pod and of a GPU node
void selector(std::string_view input);     ///< a selector of devices in CEL, asked of one device
void watch(std::string_view input);        ///< first byte: how the network cuts the stream that follows
void protobuf(std::string_view input);     ///< lists and a Status as protobuf
void formats(std::string_view input);      ///< first byte: the kind of an object that is made from the rest
void frames(std::string_view input);       ///< as watch, of protobuf messages with their lengths in front

/// Ends the process with the words when `condition` does not hold.
void require(bool condition, const char* words);

}  // namespace cardinal::fuzz
