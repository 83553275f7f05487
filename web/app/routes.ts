import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	index("features/marketing/marketing.page.tsx"),
	layout("features/auth/auth.layout.tsx", [
		route("app/sign-in", "features/auth/sign-in.page.tsx"),
		route("app/sign-up", "features/auth/sign-up.page.tsx"),
	]),
	route("app", "shell/app.layout.tsx", [
		index("shell/app-index.page.tsx"),
		route("speech-synthesis/text-to-speech", "features/speech/speech.page.tsx"),
		route("speech-synthesis/history", "features/history/history.page.tsx"),
		route("voices", "features/voices/voices.page.tsx"),
		route("settings/api-keys", "features/developers/api-keys.page.tsx"),
		route("*", "shell/app-not-found.page.tsx"),
	]),
	route("dev/ui", "dev/ui.page.tsx"),
	route("*", "shell/not-found.page.tsx"),
] satisfies RouteConfig;
