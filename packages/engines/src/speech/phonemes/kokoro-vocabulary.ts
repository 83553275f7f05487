/** Kokoro v1.0's symbols and their ids, as published with the model. The model ignores anything else. */
const table =
	'$0 ;1 :2 ,3 .4 !5 ?6 —9 …10 "11 (12 )13 “14 ”15 \u030317 ʣ18 ʥ19 ʦ20 ʨ21 ᵝ22 ꭧ23 A24 I25 O31 Q33 S35 T36 W39 Y41 ᵊ42 a43 b44 ' +
	"c45 d46 e47 f48 h50 i51 j52 k53 l54 m55 n56 o57 p58 q59 r60 s61 t62 u63 v64 w65 x66 y67 z68 ɑ69 ɐ70 ɒ71 æ72 β75 ɔ76 " +
	"ɕ77 ç78 ɖ80 ð81 ʤ82 ə83 ɚ85 ɛ86 ɜ87 ɟ90 ɡ92 ɥ99 ɨ101 ɪ102 ʝ103 ɯ110 ɰ111 ŋ112 ɳ113 ɲ114 ɴ115 ø116 ɸ118 θ119 œ120 " +
	"ɹ123 ɾ125 ɻ126 ʁ128 ɽ129 ʂ130 ʃ131 ʈ132 ʧ133 ʊ135 ʋ136 ʌ138 ɣ139 ɤ140 χ142 ʎ143 ʒ147 ʔ148 ˈ156 ˌ157 ː158 ʰ162 ʲ164 " +
	"↓169 →171 ↗172 ↘173 ᵻ177";

export const kokoroVocabulary: ReadonlyMap<string, number> = new Map([
	[" ", 16],
	...table.split(" ").map((entry): [string, number] => {
		const symbol = String.fromCodePoint(entry.codePointAt(0) ?? 0);
		return [symbol, Number(entry.slice(symbol.length))];
	}),
]);
