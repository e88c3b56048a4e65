#!/bin/sh
# Runs once, in an empty database: the roles and the database of docs/operating.md.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role hub login password :'password' nosuperuser nobypassrls;
create role hub_app nologin;
grant hub_app to hub;
create database hub owner hub encoding 'UTF8' template template0;
SQL
