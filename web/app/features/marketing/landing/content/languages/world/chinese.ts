import type { LanguageEntry } from "../../../model/landing.ts";

export const chinese: LanguageEntry = {
	name: "中文",
	flag: "🇨🇳",
	language: "zh",
	audioSrc: "chinese",
	voice_id: "H5WgkgE8rbBW2b33iDlD",
	placeholderText: "银行门口有一行字：重要的事情不要重复三遍。保安每天念一遍，念了三年，终于笑出了声。",
	howToDescription:
		"在上面的框里写不超过二百字，按下按钮：第一小句已经响起，后面的还在生成。注册账号后可以朗读长文，每次生成都会保存，还能调整语速和语调，或取得每个字的时间。",
	feature1Title: "多音字看上下文",
	feature1Description:
		"“银行”和“一行字”里的“行”，“重要”和“重复”里的“重”，读音并不相同。文字先按整句注音，再变成声音，所以同一个字会随词义改变读法。",
	feature2Title: "变调照着口语来",
	feature2Description:
		"“你好”里两个三声相连，前一个读成二声；“一”和“不”随后面的声调变化。年份、日期、时间和百分比先写成汉字再读，夹在句中的英文单词保留英文发音。",
	title: "中文文字转语音",
	description: "输入一句中文，马上听到普通话朗读。多音字按上下文选音，声调自然变化，可部署在自己的服务器上。",
	h1: "写一句中文，听它说出来",
	lead: "Timbre 用自然的普通话朗读简体中文。在下面写一句话，句子还没做完，声音就已经开始。",
	faq: [
		{
			question: "这里用的是什么引擎？",
			answer:
				"Kokoro。它在普通处理器上运行，不需要显卡，普通话有八个声音。其中 Xiaoni 在测试中常被听错，列表里会注明。每次朗读时，框下都会写明声音和引擎。",
		},
		{
			question: "能读粤语或繁体字吗？",
			answer:
				"不能，现在只有普通话，粤语文字也会按普通话的读音念出。繁体字可以读，但多音字判断不如简体准确，最好先转成简体。",
		},
		{
			question: "读错的名字怎么办？",
			answer: "在发音词典里加一条规则，用同音字或国际音标写出正确读法，以后每次都会照它读。",
		},
	],
	related: ["japanese", "korean", "malay"],
	labels: {
		kind: "文字转语音",
		tryBox: {
			box: "输入并试听",
			sentence: "要朗读的句子",
			placeholder: "写一句话。",
			voice: "声音",
			hearAs: "用 {name} 的声音试听",
			hear: "试听",
			pause: "暂停",
			characters: "{count} / {limit} 字",
			position: "播放位置",
			spokenBy: "由 {name} 朗读，引擎 {engine}。",
			unreachable: "无法取得声音列表。",
			again: "重试",
			none: "这台服务器没有这种语言的声音。",
			noScript: "输入试听需要 JavaScript；下面的样音和本页其他内容不需要。",
		},
		tiers: { quality: "自然的声音", fast: "快速的声音", basic: "基础的机器声音" },
		sample: "事先录好的样音",
		howTo: "怎样使用",
		voices: "声音",
		questions: "常见问题",
		related: "相关页面",
		languages: "所有语言",
		detailsLink: "Timbre 的中文支持详情（英文）",
		startTitle: "更长的文字，妥善保存",
		startText: "在这台服务器上注册账号，或者用两条命令在自己的机器上运行 Timbre。",
		startLabel: "注册账号",
		openLabel: "打开应用",
	},
};
