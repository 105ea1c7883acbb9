#!/usr/bin/env bash
# Installs Debian's Chromium if it is missing, for the proofs that need a browser.
set -euo pipefail

if [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then exit 0; fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium
