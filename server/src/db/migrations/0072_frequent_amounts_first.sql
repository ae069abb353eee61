-- Amounts that measures read come first in their arrays (domain/figures/financials/rules/periods/annual-amounts.ts): those of layout 2119393397
-- are moved to layout -975146874. Each number is the former place of the amount at its position.
do $$
declare
  amounts text := (
    select string_agg(format('amounts[%s]', former), ', ' order by place)
    from unnest(array[
    1, 76, 31, 126, 26, 104, 112, 117, 116, 96, 64, 58, 150, 32, 61, 62, 3, 114, 118, 109, 97, 152, 6, 89, 144, 113, 106, 4, 16,
    155, 157, 67, 119, 22, 127, 145, 20, 5, 69, 70, 136, 15, 153, 154, 34, 165, 2, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 21,
    23, 24, 25, 27, 28, 29, 30, 33, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57,
    59, 60, 63, 65, 66, 68, 71, 72, 73, 74, 75, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93, 94, 95, 98, 99,
    100, 101, 102, 103, 105, 107, 108, 110, 111, 115, 120, 121, 122, 123, 124, 125, 128, 129, 130, 131, 132, 133, 134, 135, 137,
    138, 139, 140, 141, 142, 143, 146, 147, 148, 149, 151, 156, 158, 159, 160, 161, 162, 163, 164, 166, 167, 168, 169, 170, 171,
    172, 173, 174, 175
    ]) with ordinality moved (former, place));
  years text;
begin
  foreach years in array array['annual_amounts', 'annual_history', 'trailing_history'] loop
    execute format('update %I set layout = -975146874, amounts = array[%s] where layout = 2119393397', years, amounts);
  end loop;
end $$;
