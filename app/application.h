// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal::app {

/// The whole program: reads the command line, builds the objects, wires them, runs. Returns the exit code.
int run(int argc, char** argv);

}  // namespace cardinal::app
