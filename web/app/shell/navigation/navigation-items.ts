import {
	AudioLines,
	AudioWaveform,
	BookA,
	BookOpenText,
	BookText,
	Captions,
	ChartColumn,
	CircleUserRound,
	Clapperboard,
	Eraser,
	FileSearch,
	Folder,
	History,
	House,
	KeyRound,
	LibraryBig,
	ListChecks,
	type LucideIcon,
	MessagesSquare,
	Mic,
	MicVocal,
	Plug,
	ScrollText,
	Settings,
	ShieldCheck,
	UsersRound,
	WandSparkles,
} from "lucide-react";
import { home, speechPath } from "../../lib/session/redirect.ts";
import { settingsItems } from "../settings/settings-items.ts";

/** `exact`: a subpage has its own item. `keywords`: extra search keywords. */
export type NavigationItem = { to: string; label: string; icon: LucideIcon; exact?: boolean; keywords?: string };

export const homeItem: NavigationItem = { to: home, label: "Home", icon: House, keywords: "start" };
const speechItem: NavigationItem = {
	to: speechPath,
	label: "Text to speech",
	icon: AudioLines,
	exact: true,
	keywords: "tts speak generate read aloud",
};
const historyItem: NavigationItem = {
	to: `${speechPath}/history`,
	label: "History",
	icon: History,
	keywords: "generations recordings downloads",
};
const voicesItem: NavigationItem = {
	to: "/app/voices",
	label: "All voices",
	icon: UsersRound,
	keywords: "speakers",
};

/** Sidebar groups. Planned pages are not listed. */
export const sidebarGroups: readonly { title: string; items: readonly NavigationItem[] }[] = [
	{
		title: "Create",
		items: [
			speechItem,
			{
				to: "/app/speech-synthesis/text-to-dialogue",
				label: "Dialogue",
				icon: MessagesSquare,
				keywords: "conversation script several voices",
			},
			{
				to: "/app/speech-to-text",
				label: "Speech to text",
				icon: Captions,
				keywords: "transcribe transcription transcript subtitles stt",
			},
			{
				to: "/app/speech-synthesis/speech-to-speech",
				label: "Voice changer",
				icon: MicVocal,
				exact: true,
				keywords: "speech to speech convert recording sts",
			},
			{
				to: "/app/voice-isolator",
				label: "Voice isolator",
				icon: Eraser,
				keywords: "noise remove clean denoise background",
			},
			historyItem,
			{
				to: "/app/speech-synthesis/pronunciation",
				label: "Pronunciation",
				icon: BookA,
				keywords: "dictionaries lexicon ipa",
			},
		],
	},
	{
		title: "Produce",
		items: [
			{
				to: "/app/studio",
				label: "Studio",
				icon: BookOpenText,
				keywords: "projects books audiobook chapters podcast long texts",
			},
			{
				to: "/app/voiceover-studio",
				label: "Voice-over studio",
				icon: Clapperboard,
				keywords: "voiceover video timeline subtitles dub music mix",
			},
		],
	},
	{
		title: "Voices",
		items: [
			{
				to: "/app/voice-lab",
				label: "My voices",
				icon: AudioWaveform,
				exact: true,
				keywords: "voice lab own cloned designed favorites favourites limits",
			},
			{
				to: "/app/voice-library",
				label: "Voice library",
				icon: LibraryBig,
				exact: true,
				keywords: "shared voices community add trending search",
			},
			voicesItem,
		],
	},
	{
		title: "Build",
		items: [
			{ to: "/app/settings/api-keys", label: "API keys", icon: KeyRound, keywords: "developers token" },
			{ to: "/app/usage", label: "Usage", icon: ChartColumn, exact: true, keywords: "credits quota statistics" },
		],
	},
];

/** Items in the mobile tab bar; the rest is under More. */
export const mobileItems: readonly NavigationItem[] = [
	homeItem,
	{ ...speechItem, label: "Speech" },
	{ ...voicesItem, label: "Voices" },
	historyItem,
];

const otherItems: readonly NavigationItem[] = [
	{
		to: "/app/speech-synthesis/speech-to-speech/history",
		label: "Voice changer history",
		icon: History,
		keywords: "converted recordings speech to speech sts",
	},
	{
		to: "/app/speech-to-text/live",
		label: "Live transcription",
		icon: Captions,
		keywords: "transcribe microphone realtime captions",
	},
	{
		to: "/app/voice-lab/design",
		label: "Voice design",
		icon: WandSparkles,
		keywords: "new voice describe remix create",
	},
	{
		to: "/app/voice-lab/clone",
		label: "Instant voice cloning",
		icon: Mic,
		keywords: "new voice instant clone record match",
	},
	{
		to: "/app/professional-voice-cloning",
		label: "Professional voice cloning",
		icon: AudioWaveform,
		keywords: "new voice train samples speakers",
	},
	{
		to: "/app/voice-verification",
		label: "Voice verification",
		icon: ShieldCheck,
		keywords: "captcha consent read aloud",
	},
	{ to: "/app/voice-lab/collections", label: "Voice collections", icon: Folder, keywords: "folders of voices" },
	{ to: "/app/workspace-voices", label: "Workspace voices", icon: UsersRound, keywords: "team shared voices" },
	{ to: "/app/default-voices", label: "Default voices", icon: UsersRound, keywords: "shipped voices" },
	{
		to: "/app/voice-library/collections",
		label: "Library collections",
		icon: LibraryBig,
		keywords: "themes use cases",
	},
	{ to: "/app/usage/workspace", label: "Workspace usage", icon: ChartColumn, keywords: "credits members team" },
	{ to: "/app/settings", label: "Settings", icon: Settings, exact: true, keywords: "account theme" },
	{ to: "/app/profiles", label: "Public profile", icon: CircleUserRound, keywords: "name sharing" },
	{
		to: "/app/ai-classifier",
		label: "AI speech classifier",
		icon: FileSearch,
		keywords: "safety recognize recognise detect deepfake",
	},
	{ to: "/app/eleven", label: "Drop-in API", icon: Plug, keywords: "sdk base url compatibility elevenlabs code" },
	{
		to: "/app/developers/reference",
		label: "API reference",
		icon: BookText,
		keywords: "developers requests endpoints openapi docs",
	},
	{
		to: "/app/developers/requests",
		label: "Request log",
		icon: ScrollText,
		keywords: "developers requests errors debug api keys",
	},
	{ to: "/app/onboarding-checklist", label: "Getting started", icon: ListChecks, keywords: "checklist onboarding" },
];

const ownItems = [homeItem, ...sidebarGroups.flatMap((group) => group.items), ...otherItems];

/** Every page the command palette can open. */
export const allItems: readonly NavigationItem[] = [
	...ownItems,
	...settingsItems.filter(({ to }) => !ownItems.some((item) => item.to === to)),
];
