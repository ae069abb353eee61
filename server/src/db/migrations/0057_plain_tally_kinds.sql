-- Kinds of lists are plain names: `list/{year}/{page}` becomes `list`. Kinds that were addresses or consist of values only are
-- counted anew when their documents are read.
delete from tallies where kind like '%://%' or kind ~ '^[^/]*\{[^/]*(/[^/]*\{[^/]*)*$';
update tallies set kind = trim(both '/' from regexp_replace(kind, '(^|/)[^/]*\{[^/]*', '', 'g')) where kind like '%{%';
