/**
 * Fonts draw some characters by the shape of the radical that they are, and then name that; beside these Unicode's own NFKC,
 * which has forms for two (戶, 靑) that are hardly written.
 */
const RADICALS = '⼾⾭⺟⺠⻄⻅⻆⻉⻋⻑⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳';
const CHARACTERS = '户青母民西见角贝车長长门青韦页风飞食马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟';
const CHARACTER_OF = new Map([...RADICALS].map((radical, at) => [radical, [...CHARACTERS][at] ?? radical]));

/** A text with the characters that its radicals stand for, as long as it was. */
export function asCharacters(text: string): string {
  return text.replace(/[\u2e80-\u2fdf]/g, radical => CHARACTER_OF.get(radical) ?? radical.normalize('NFKC'));
}
