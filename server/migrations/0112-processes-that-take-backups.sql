-- Once nobody is told any more where backups go, the last one isn't late. Null: a version that doesn't say.
alter table process_beat add column takes_backups boolean;
