/** Words in scripts that use combining marks, some with several on one letter. */
export const MULTILINGUAL_TEXTS: readonly (readonly [script: string, text: string])[] = [
  ['Thai', 'น้ำผึ้งที่ปั้นขึ้น ผู้ใหญ่'],
  ['Lao', 'ພາສາລາວ ເຂົ້າໜຽວ'],
  ['Khmer', 'ភាសាខ្មែរ ស្ត្រី'],
  ['Burmese', 'မြန်မာဘာသာ ကျွန်ုပ်'],
  ['Hebrew with points and cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
  ['Arabic with harakat', 'بِسْمِ ٱللَّهِ ٱلرَّحْمَـٰنِ ٱلرَّحِيمِ'],
  ['Vietnamese', 'Tiếng Việt: Nguyễn Thị Hường, đường phố'],
  ['Vietnamese, decomposed', 'Nguyễn Thị Hường'.normalize('NFD')],
  ['Devanagari', 'श्रीकृष्णार्जुनसंवादे हिन्दी'],
  ['Tamil', 'தமிழ் ஸ்ரீ'],
  ['Bengali', 'বাংলা ক্ষুদ্রান্ত্র'],
  ['Tibetan, nine marks on one letter', 'ཧྐྵྨླྺྼྻྂ བོད་སྐད'],
  ['Greek with breathings', 'ᾧ ἐν ἀρχῇ ἦν ὁ λόγος'],
  ['Hangul in pieces', '한국어'.normalize('NFD')],
  ['Japanese in half width', 'ｶﾞｷﾞｸﾞ ﾊﾟﾋﾟ'],
  ['emoji', '👩🏽‍👩🏽‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ❤️‍🔥'],
]
