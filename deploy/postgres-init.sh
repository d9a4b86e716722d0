#!/bin/sh
# Kirim's own role, which owns its database and is no superuser. Texts stand there in the order of
# their characters, not of a language: faster, and the same after an update of the C library.
set -eu
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=ON_ERROR_STOP=1 \
  --set=password="$DATABASE_PASSWORD" <<'SQL'
create role kirim login password :'password';
create database kirim owner kirim
  template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8';
revoke connect on database kirim from public;
SQL
