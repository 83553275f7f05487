import type { LanguageEntry } from "../../../model/landing.ts";

export const japanese: LanguageEntry = {
	name: "日本語",
	flag: "🇯🇵",
	language: "ja",
	audioSrc: "japanese",
	voice_id: "GASFgheHmBs2iGJxlJFn",
	placeholderText: "鉛筆が三本、猫が二匹、本が一冊。六月一日の午後二時三十分、机の上にはそれしかありませんでした。",
	howToDescription:
		"上の欄に二百文字まで入力して、ボタンを押してください。文の初めが聞こえている間に、続きが作られます。アカウントを作ると長い文章も読み上げられ、音声は履歴に残り、話す速さや抑揚も変えられます。",
	feature1Title: "数え方で読みが変わります",
	feature1Description:
		"「三本」は「さんぼん」、「一匹」は「いっぴき」。数字と助数詞はひとまとまりとして読み、日付や時刻、金額も言葉に直してから声にします。",
	feature2Title: "漢字の読みは辞書と文脈から",
	feature2Description:
		"文は形態素解析で単語に分けられ、辞書の読みが付きます。助詞の「は」は「わ」、「へ」は「え」と読みます。人名など読みが分かれる語は、発音辞書にかなで登録すると確実です。",
	title: "日本語の音声読み上げ",
	description:
		"日本語の文を入力すると、すぐに自然な声で聞けます。漢字の読みも助数詞も自動。自分のサーバーで動かせます。",
	h1: "日本語を書けば、すぐ声になる",
	lead: "Timbre は漢字かな交じり文をそのまま読み上げます。下に一文を書いてください。全部できあがる前に、声が聞こえ始めます。",
	faq: [
		{
			question: "どのエンジンが話しているのですか。",
			answer:
				"Kokoro です。グラフィックカードのない普通のプロセッサーで動き、日本語には女声四つと男声一つがあります。話すたびに声とエンジンの名前が表示されます。",
		},
		{
			question: "アクセントは正しいですか。",
			answer:
				"高低アクセントは保証できません。辞書から取るのは読みだけで、「橋」と「箸」の区別は声のモデル任せです。長母音や促音、撥音は正しく読み分けます。",
		},
		{
			question: "日本語にほかの声はありますか。",
			answer: "ありません。日本語を話すのは Kokoro だけで、ほかの多くの言語にある簡易音声も日本語にはありません。",
		},
	],
	related: ["chinese", "korean"],
	labels: {
		kind: "音声読み上げ",
		tryBox: {
			box: "入力して聞く",
			sentence: "読み上げる文",
			placeholder: "文を書いてください。",
			voice: "声",
			hearAs: "{name} の声で聞く",
			hear: "聞いてみる",
			pause: "一時停止",
			characters: "{limit} 文字中 {count} 文字",
			position: "再生位置",
			spokenBy: "話し手は {name}、エンジンは {engine} です。",
			unreachable: "声の一覧を取得できません。",
			again: "もう一度",
			none: "このサーバーにはこの言語の声がありません。",
			noScript: "入力して聞くには JavaScript が必要です。下の見本とページの残りは、なくても使えます。",
		},
		tiers: { quality: "自然な声", fast: "高速な声", basic: "簡易な機械音声" },
		sample: "あらかじめ作った見本",
		howTo: "使い方",
		voices: "声の一覧",
		questions: "よくある質問",
		related: "関連ページ",
		languages: "すべての言語",
		detailsLink: "日本語の対応状況の詳細（英語）",
		startTitle: "長い文章も、履歴に残して",
		startText: "このサーバーでアカウントを作るか、二つのコマンドでご自分のパソコンに Timbre を入れてください。",
		startLabel: "アカウントを作る",
		openLabel: "アプリを開く",
	},
};
