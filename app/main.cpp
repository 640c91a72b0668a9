// SPDX-License-Identifier: Apache-2.0
#include "app/application.h"

int main(int argc, char** argv) {
  return cardinal::app::run(argc, argv);
}
