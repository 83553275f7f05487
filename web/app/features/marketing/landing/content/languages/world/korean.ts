import type { LanguageEntry } from "../../../model/landing.ts";

export const korean: LanguageEntry = {
	name: "한국어",
	flag: "🇰🇷",
	language: "ko",
	audioSrc: "korean",
	placeholderText:
		"할머니는 매일 아침 여섯 시에 라디오를 켰습니다. 사과 세 개와 책 한 권, 그리고 따뜻한 보리차가 전부였습니다.",
	howToDescription:
		"위 칸에 이백 자까지 쓰고 단추를 누르면, 뒷부분이 만들어지는 동안 앞부분이 먼저 들립니다. 계정을 만들면 긴 글도 읽을 수 있고, 만든 소리가 모두 보관되며, 말의 빠르기를 바꾸고 낱말마다 시간을 받을 수 있습니다.",
	feature1Title: "한글을 소리 나는 대로",
	feature1Description:
		"이어지는 받침과 ‘ㅎ’이 사라지는 ‘좋아요’ 같은 말은 자연스럽게 읽습니다. 다만 ‘국물’처럼 콧소리로 바뀌는 자리는 아직 글자 그대로 읽으니, 중요한 낱말은 ‘궁물’처럼 소리대로 적어 주세요.",
	feature2Title: "숫자는 한자어로 읽습니다",
	feature2Description:
		"‘25%’나 ‘5월 3일’은 제대로 읽지만, ‘21개’는 ‘이십일 개’가 됩니다. 우리말 셈이 필요한 곳에는 ‘스물한 개’라고 쓰면 그대로 읽습니다.",
	title: "한국어 텍스트 음성 변환",
	description:
		"한국어 문장을 쓰고 바로 들어 보세요. 지금은 단순한 기계음이지만 또렷하고 빠르며, 직접 운영하는 서버에서 돌아갑니다.",
	h1: "한국어로 쓰고 바로 듣기",
	lead: "Timbre는 한국어를 단순한 기계 목소리로 읽습니다. 또렷하고 빠르지만 사람처럼 들리지는 않으며, 그렇다고 말하지도 않습니다.",
	faq: [
		{
			question: "왜 로봇처럼 들리나요?",
			answer:
				"여기서 말하는 것은 espeak-ng입니다. 사람의 말을 배운 모델이 아니라 규칙으로 소리를 계산하는 프로그램입니다. 자연스러운 Kokoro 목소리에는 아직 한국어가 없습니다.",
		},
		{
			question: "잘못 읽는 낱말은 어떻게 고치나요?",
			answer: "발음 사전에 그 낱말과 소리 나는 대로 적은 글자를 넣으면, 다음부터는 늘 그렇게 읽습니다.",
		},
		{
			question: "제가 쓴 글은 어디로 가나요?",
			answer:
				"이 페이지를 보낸 서버로만 갑니다. Timbre는 자유 소프트웨어이고, 명령 두 줄이면 내 컴퓨터에서도 돌아갑니다.",
		},
	],
	related: ["japanese", "chinese"],
	labels: {
		kind: "텍스트 음성 변환",
		tryBox: {
			box: "쓰고 듣기",
			sentence: "들을 문장",
			placeholder: "문장을 써 보세요.",
			voice: "목소리",
			hearAs: "{name} 목소리로 듣기",
			hear: "들어 보기",
			pause: "일시 정지",
			characters: "{limit}자 중 {count}자",
			position: "재생 위치",
			spokenBy: "{name} 목소리, 엔진은 {engine}입니다.",
			unreachable: "목소리 목록을 불러올 수 없습니다.",
			again: "다시 시도",
			none: "이 서버에는 이 언어의 목소리가 없습니다.",
			noScript: "쓰고 들으려면 JavaScript가 필요합니다. 아래 견본과 나머지 내용은 없어도 됩니다.",
		},
		tiers: { quality: "자연스러운 목소리", fast: "빠른 목소리", basic: "단순한 기계 목소리" },
		sample: "미리 만든 소리 견본",
		howTo: "쓰는 방법",
		voices: "목소리",
		questions: "자주 묻는 질문",
		related: "가까운 페이지",
		languages: "모든 언어",
		detailsLink: "한국어 지원 내용 자세히 보기(영어)",
		startTitle: "긴 글도 보관하면서",
		startText: "이 서버에 계정을 만들거나, 명령 두 줄로 내 컴퓨터에서 Timbre를 실행하세요.",
		startLabel: "계정 만들기",
		openLabel: "앱 열기",
	},
};
