/** A phoneme with an example word; underscores enclose the letters that make the sound. */
export type Phoneme = { ipa: string; arpabet?: string; as: string; where?: string };
export type PhonemeGroup = { title: string; phonemes: Phoneme[] };

export const phonemeGroups: PhonemeGroup[] = [
	{
		title: "Short vowels",
		phonemes: [
			{ ipa: "ɪ", arpabet: "IH", as: "k_i_t" },
			{ ipa: "ɛ", arpabet: "EH", as: "dr_e_ss" },
			{ ipa: "æ", arpabet: "AE", as: "tr_a_p" },
			{ ipa: "ʌ", arpabet: "AH", as: "str_u_t" },
			{ ipa: "ʊ", arpabet: "UH", as: "f_oo_t" },
			{ ipa: "ɒ", as: "l_o_t", where: "British" },
			{ ipa: "ə", arpabet: "AH0", as: "_a_bout" },
		],
	},
	{
		title: "Long vowels",
		phonemes: [
			{ ipa: "iː", arpabet: "IY", as: "fl_ee_ce" },
			{ ipa: "ɑː", arpabet: "AA", as: "f_a_ther" },
			{ ipa: "ɔː", arpabet: "AO", as: "th_ough_t" },
			{ ipa: "uː", arpabet: "UW", as: "g_oo_se" },
			{ ipa: "ɜː", arpabet: "ER", as: "n_ur_se" },
		],
	},
	{
		title: "Diphthongs",
		phonemes: [
			{ ipa: "eɪ", arpabet: "EY", as: "f_a_ce" },
			{ ipa: "aɪ", arpabet: "AY", as: "pr_i_ce" },
			{ ipa: "ɔɪ", arpabet: "OY", as: "ch_oi_ce" },
			{ ipa: "aʊ", arpabet: "AW", as: "m_ou_th" },
			{ ipa: "oʊ", arpabet: "OW", as: "g_oa_t" },
		],
	},
	{
		title: "Stops and affricates",
		phonemes: [
			{ ipa: "p", arpabet: "P", as: "_p_en" },
			{ ipa: "b", arpabet: "B", as: "_b_ad" },
			{ ipa: "t", arpabet: "T", as: "_t_ea" },
			{ ipa: "d", arpabet: "D", as: "_d_id" },
			{ ipa: "k", arpabet: "K", as: "_c_at" },
			{ ipa: "ɡ", arpabet: "G", as: "_g_et" },
			{ ipa: "tʃ", arpabet: "CH", as: "_ch_ain" },
			{ ipa: "dʒ", arpabet: "JH", as: "_j_am" },
		],
	},
	{
		title: "Fricatives",
		phonemes: [
			{ ipa: "f", arpabet: "F", as: "_f_all" },
			{ ipa: "v", arpabet: "V", as: "_v_an" },
			{ ipa: "θ", arpabet: "TH", as: "_th_in" },
			{ ipa: "ð", arpabet: "DH", as: "_th_is" },
			{ ipa: "s", arpabet: "S", as: "_s_ee" },
			{ ipa: "z", arpabet: "Z", as: "_z_oo" },
			{ ipa: "ʃ", arpabet: "SH", as: "_sh_oe" },
			{ ipa: "ʒ", arpabet: "ZH", as: "vi_si_on" },
			{ ipa: "h", arpabet: "HH", as: "_h_ow" },
		],
	},
	{
		title: "Nasals, liquids and glides",
		phonemes: [
			{ ipa: "m", arpabet: "M", as: "_m_an" },
			{ ipa: "n", arpabet: "N", as: "_n_o" },
			{ ipa: "ŋ", arpabet: "NG", as: "si_ng_" },
			{ ipa: "l", arpabet: "L", as: "_l_eg" },
			{ ipa: "ɹ", arpabet: "R", as: "_r_ed" },
			{ ipa: "j", arpabet: "Y", as: "_y_es" },
			{ ipa: "w", arpabet: "W", as: "_w_et" },
		],
	},
	{
		title: "Other languages",
		phonemes: [
			{ ipa: "y", as: "t_u_", where: "French" },
			{ ipa: "ø", as: "p_eu_", where: "French" },
			{ ipa: "œ", as: "s_œu_r", where: "French" },
			{ ipa: "ɑ̃", as: "s_an_s", where: "French" },
			{ ipa: "ɛ̃", as: "v_in_", where: "French" },
			{ ipa: "ɔ̃", as: "b_on_", where: "French" },
			{ ipa: "ʁ", as: "_r_ue", where: "French" },
			{ ipa: "ç", as: "i_ch_", where: "German" },
			{ ipa: "x", as: "lo_ch_", where: "Scottish" },
			{ ipa: "ɲ", as: "a_ñ_o", where: "Spanish" },
			{ ipa: "ɾ", as: "pe_r_o", where: "Spanish" },
			{ ipa: "r", as: "pe_rr_o", where: "Spanish" },
			{ ipa: "ʎ", as: "fi_gl_io", where: "Italian" },
		],
	},
];

/** `shown` has a dotted circle in place of the letters. */
export const marks: { ipa: string; shown: string; name: string; use: string }[] = [
	{ ipa: "ˈ", shown: "ˈ◌", name: "Primary stress", use: "before the stressed syllable" },
	{ ipa: "ˌ", shown: "ˌ◌", name: "Secondary stress", use: "before a syllable with secondary stress" },
	{ ipa: "ː", shown: "◌ː", name: "Long", use: "after a long sound" },
];

export const stresses: { digit: string; name: string }[] = [
	{ digit: "1", name: "Primary stress" },
	{ digit: "2", name: "Secondary stress" },
	{ digit: "0", name: "No stress" },
];
