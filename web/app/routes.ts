import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	index("features/marketing/marketing.page.tsx"),
	layout("features/auth/auth.layout.tsx", [
		route("app/sign-in", "features/auth/sign-in.page.tsx"),
		route("app/sign-up", "features/auth/sign-up.page.tsx"),
	]),
	route("app", "shell/app.layout.tsx", [
		index("shell/app-index.page.tsx"),
		route("speech-synthesis", "features/speech/speech.page.tsx", { id: "speech-synthesis" }),
		route("speech-synthesis/text-to-speech", "features/speech/speech.page.tsx"),
		route("speech-synthesis/text-to-speech/history", "features/history/history.page.tsx"),
		route("speech-synthesis/text-to-dialogue", "features/speech/dialogue.page.tsx"),
		route("speech-synthesis/history", "features/history/history-moved.page.tsx"),
		route("speech-synthesis/pronunciation", "features/pronunciation/pronunciation.page.tsx"),
		route("speech-synthesis/pronunciation/:dictionaryId", "features/pronunciation/dictionary.page.tsx"),
		route("voices", "features/voices/voices.page.tsx"),
		route("usage", "features/usage/usage.page.tsx"),
		route("usage/workspace", "features/usage/usage-workspace.page.tsx"),
		route("settings/api-keys", "features/developers/api-keys.page.tsx"),
		route("*", "shell/app-not-found.page.tsx"),
	]),
	route("share/:shareId", "features/history/share.page.tsx"),
	route("dev/ui", "dev/ui.page.tsx"),
	route("*", "shell/not-found.page.tsx"),
] satisfies RouteConfig;
