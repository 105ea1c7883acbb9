#!/usr/bin/env bash
# Installs Debian's nginx if it is missing, for the guide to the shared sandbox. The guide starts a server of its own; no system service runs.
set -euo pipefail

if command -v nginx > /dev/null; then exit 0; fi
apt-get update -qq
# The package would start a server.
if [ ! -e /usr/sbin/policy-rc.d ]; then
  printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
  chmod +x /usr/sbin/policy-rc.d
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light
