import {
	AudioLines,
	AudioWaveform,
	BookA,
	BookText,
	ChartColumn,
	CircleUserRound,
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
	Plug,
	Settings,
	ShieldCheck,
	UsersRound,
	WandSparkles,
} from "lucide-react";
import { home, speechPath } from "../lib/redirect.ts";
import { settingsPlaces } from "./settings-places.ts";

/** `exact`: a page below it has an entry of its own. `words`: what else one may look for it by. */
export type Place = { to: string; label: string; icon: LucideIcon; exact?: boolean; words?: string };

export const homePlace: Place = { to: home, label: "Home", icon: House, words: "start" };
const speechPlace: Place = {
	to: speechPath,
	label: "Text to speech",
	icon: AudioLines,
	exact: true,
	words: "tts speak generate read aloud",
};
const historyPlace: Place = {
	to: `${speechPath}/history`,
	label: "History",
	icon: History,
	words: "generations recordings downloads",
};
const voicesPlace: Place = {
	to: "/app/voices",
	label: "All voices",
	icon: UsersRound,
	words: "speakers",
};

/** The groups of the rail. What is not built is in none of them, and a group without a page is not there. */
export const railGroups: readonly { title: string; places: readonly Place[] }[] = [
	{
		title: "Create",
		places: [
			speechPlace,
			{
				to: "/app/speech-synthesis/text-to-dialogue",
				label: "Dialogue",
				icon: MessagesSquare,
				words: "conversation script several voices",
			},
			historyPlace,
			{
				to: "/app/speech-synthesis/pronunciation",
				label: "Pronunciation",
				icon: BookA,
				words: "dictionaries lexicon ipa",
			},
		],
	},
	{
		title: "Voices",
		places: [
			{
				to: "/app/voice-lab",
				label: "My voices",
				icon: AudioWaveform,
				exact: true,
				words: "voice lab own cloned designed favourites limits",
			},
			{
				to: "/app/voice-library",
				label: "Voice library",
				icon: LibraryBig,
				exact: true,
				words: "shared voices community add trending search",
			},
			voicesPlace,
		],
	},
	{
		title: "Build",
		places: [
			{ to: "/app/settings/api-keys", label: "API keys", icon: KeyRound, words: "developers token" },
			{ to: "/app/usage", label: "Usage", icon: ChartColumn, exact: true, words: "credits quota statistics" },
		],
	},
];

/** What a phone keeps under the thumb; the rest is behind More. */
export const phonePlaces: readonly Place[] = [
	homePlace,
	{ ...speechPlace, label: "Speech" },
	{ ...voicesPlace, label: "Voices" },
	historyPlace,
];

const otherPlaces: readonly Place[] = [
	{ to: "/app/voice-lab/design", label: "Voice design", icon: WandSparkles, words: "new voice describe remix make" },
	{
		to: "/app/voice-lab/clone",
		label: "Voice from recordings",
		icon: Mic,
		words: "new voice instant clone record match",
	},
	{
		to: "/app/professional-voice-cloning",
		label: "Professional voice cloning",
		icon: AudioWaveform,
		words: "new voice train samples speakers",
	},
	{
		to: "/app/voice-verification",
		label: "Voice verification",
		icon: ShieldCheck,
		words: "captcha consent read aloud",
	},
	{ to: "/app/voice-lab/collections", label: "Voice collections", icon: Folder, words: "folders of voices" },
	{ to: "/app/workspace-voices", label: "Workspace voices", icon: UsersRound, words: "team shared voices" },
	{ to: "/app/default-voices", label: "Default voices", icon: UsersRound, words: "shipped voices" },
	{ to: "/app/voice-library/collections", label: "Library collections", icon: LibraryBig, words: "themes use cases" },
	{ to: "/app/usage/workspace", label: "Workspace usage", icon: ChartColumn, words: "credits members team" },
	{ to: "/app/settings", label: "Settings", icon: Settings, exact: true, words: "account theme" },
	{ to: "/app/profiles", label: "Public profile", icon: CircleUserRound, words: "name sharing" },
	{
		to: "/app/ai-classifier",
		label: "AI speech classifier",
		icon: FileSearch,
		words: "safety recognise made here detect deepfake",
	},
	{ to: "/app/eleven", label: "Drop-in API", icon: Plug, words: "sdk base url compatibility elevenlabs code" },
	{ to: "/app/developers/reference", label: "API reference", icon: BookText, words: "developers calls openapi docs" },
	{ to: "/app/onboarding-checklist", label: "First steps", icon: ListChecks, words: "checklist onboarding" },
];

const namedPlaces = [homePlace, ...railGroups.flatMap((group) => group.places), ...otherPlaces];

/** Every page that can be gone to by name. */
export const allPlaces: readonly Place[] = [
	...namedPlaces,
	...settingsPlaces.filter(({ to }) => !namedPlaces.some((place) => place.to === to)),
];
