#!/usr/bin/env bash
# Installs Debian's PostgreSQL if it is missing, for the proofs that need one. They start servers of their own; no system service is needed.
set -euo pipefail

if [ -x "${PG_BINDIR:-/nonexistent}/initdb" ] || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1; then exit 0; fi
apt-get update -qq
# The package would create a cluster and start it.
mkdir -p /etc/postgresql-common/createcluster.d
echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.d/gristmill.conf
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql
