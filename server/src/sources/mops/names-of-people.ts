/** A post that nobody holds: the cell says so instead of a name. */
const VACANT = /^(?:無|[-－—–]+|n\/?a)$|(?:待補|待聘|待委任|待選任|暫缺|從缺|懸缺|出缺|未定|未選任)$/i;

/** Words on the post or the appointment, which are no part of a name. */
const POST_WORDS = '代理|暫代|兼任|董事|監察人|經理|協理|執行長|總裁|主管|補選|重訊|原名';
/** In brackets: (代理), (執行長). Other brackets describe a character that the source cannot write: 葉儀(日告). */
const NOTE = new RegExp(`[（(]\\s*(?:代|[^（()）]*(?:${POST_WORDS})[^（()）]*)\\s*[)）]`, 'g');
/** Without brackets, before or after a name: 代理董事長李文柱, 鄔雲光代理. */
const ACTING = /^代理(?:董事長|副董事長|總經理|發言人)?(?=\p{Script=Han}{2,4}$)|(?<=^\p{Script=Han}{2,4})代理$/gu;
const NAME_IN_HAN = /^\p{Script=Han}{2,5}$/u;

/** The holders of a post as its cell names them: none if it is vacant, two if it is shared (陳瑞和/秋山芳廣). */
export function namesOfPeople(cell: string): string[] {
  const name = withoutNotes(cell);
  const parts = name.split(/[/／、]/).map(part => withoutNotes(part));
  const names = parts.length > 1 && parts.every(part => NAME_IN_HAN.test(part)) ? parts : [name];
  return names.filter(one => one !== '' && !VACANT.test(one));
}

function withoutNotes(text: string): string {
  return text.replace(NOTE, ' ').trim().replace(ACTING, '').trim();
}
