import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { appPages, settingsModules } from "./shell/app-routes.ts";
import { movedPaths } from "./shell/moved-paths.ts";

/** All planned pages share one screen; the route id is the page's path, which tells the screen what to show. */
const comingRoutes = appPages
	.filter((page) => page.state === "coming" && !(page.path in settingsModules))
	.map(({ path }) => route(path.slice("/app/".length), "shell/coming.page.tsx", { id: path }));

const settingsRoutes = Object.entries(settingsModules).map(([path, module]) => {
	const built = appPages.some((page) => page.path === path && page.state === "built");
	return route(path.slice("/app/".length), built ? module : "shell/coming.page.tsx", { id: path });
});

/** Product pages that share one module and differ only in text. */
const productPaths = [
	"voice-cloning",
	"voice-changer",
	"voice-isolator",
	"dubbing",
	"sound-effects",
	"ai-sound-effects-for-sora",
	"studio",
	"text-reader",
	"elevenstudios",
];

export default [
	layout("features/marketing/site.layout.tsx", [
		index("features/marketing/marketing.page.tsx"),
		...productPaths.map((path) => route(path, "features/marketing/product.page.tsx", { id: `product ${path}` })),
		route("text-to-speech", "features/marketing/text-to-speech.page.tsx"),
		route("api", "features/marketing/api.page.tsx"),
		route("api-reference", "features/marketing/api-reference.page.tsx"),
		route("pricing", "features/marketing/pricing.page.tsx"),
		route("enterprise", "features/marketing/enterprise.page.tsx"),
		route("about", "features/marketing/about.page.tsx"),
		route("use-cases", "features/marketing/use-cases.page.tsx"),
		route("use-cases/:useCase", "features/marketing/use-case.page.tsx"),
		// Content pages.
		route("blog", "features/marketing/blog.page.tsx"),
		route("blog/:slug", "features/marketing/blog-article.page.tsx"),
		route("customers", "features/marketing/customers.page.tsx"),
		route("customers/:slug", "features/marketing/customers-example.page.tsx"),
		route("showcase", "features/marketing/showcase.page.tsx"),
		route("voice-library", "features/marketing/library.page.tsx"),
		route("voice-guide", "features/marketing/voice-guide.page.tsx"),
		...["use-policy", "terms-of-use-eu", "vla", "vlaeu", "affiliates/terms", "privacy"].map((path) =>
			route(path, "features/marketing/legal.page.tsx", { id: path }),
		),
		route("privacy-choices", "features/marketing/privacy-choices.page.tsx"),
		route("unsubscribe", "features/privacy/unsubscribe.page.tsx"),
		route("careers", "features/marketing/careers.page.tsx"),
		route("contact-legal", "features/marketing/contact-legal.page.tsx"),
		route("contact-sales", "features/marketing/contact-sales.page.tsx"),
		route("grants", "features/marketing/grants.page.tsx"),
		route("grants-application", "features/marketing/grants-application.page.tsx"),
		route("affiliates", "features/marketing/affiliates.page.tsx"),
		route("affiliate-partner-guide", "features/marketing/affiliates-guide.page.tsx"),
		route("payouts", "features/marketing/payouts.page.tsx"),
		route("voice-data-partnerships", "features/marketing/voice-data.page.tsx"),
		route("voice-data-partnerships/apply", "features/marketing/voice-data-apply.page.tsx"),
		route("safety", "features/marketing/safety.page.tsx"),
		route("ai-speech-classifier", "features/marketing/classifier.page.tsx"),
		route("profiles/:name", "features/marketing/profile.page.tsx"),
		// Languages and accents.
		route("text-to-speech/:slug", "features/marketing/landing.page.tsx"),
		route("languages", "features/marketing/languages.page.tsx"),
		route("languages/:language", "features/marketing/language.page.tsx"),
	]),
	route("blog/rss.xml", "features/marketing/blog-feed.page.ts"),
	route("profiles/embed/:name", "features/marketing/profile-embed.page.tsx"),
	layout("shell/providers.layout.tsx", [
		layout("features/auth/auth.layout.tsx", [
			route("app/sign-in", "features/auth/sign-in.page.tsx"),
			route("app/sign-up", "features/auth/sign-up.page.tsx"),
		]),
		layout("features/auth/mail-link.layout.tsx", [
			route("app/verify-email", "features/auth/verify-email.page.tsx"),
			route("app/reset-password", "features/auth/reset-password.page.tsx"),
			route("app/change-email", "features/auth/change-email.page.tsx"),
			route("app/invite", "features/workspace/invite.page.tsx"),
		]),
		route("app", "shell/app.layout.tsx", [
			layout("shell/app-page.layout.tsx", [
				index("shell/app-index.page.tsx"),
				route("home", "shell/home/home.page.tsx"),
				route("speech-synthesis", "features/speech/speech.page.tsx", { id: "speech-synthesis" }),
				layout("features/onboarding/tour.layout.tsx", [
					route("speech-synthesis/text-to-speech", "features/speech/speech.page.tsx"),
				]),
				route("onboarding", "features/onboarding/onboarding.page.tsx"),
				route("onboarding/next", "features/onboarding/next.page.tsx"),
				route("onboarding-checklist", "features/onboarding/checklist.page.tsx"),
				route("speech-synthesis/text-to-speech/history", "features/history/history.page.tsx"),
				route("speech-synthesis/text-to-dialogue", "features/speech/dialogue.page.tsx"),
				route("speech-synthesis/history", "features/history/history-moved.page.tsx"),
				route("speech-synthesis/pronunciation", "features/pronunciation/pronunciation.page.tsx"),
				route("speech-synthesis/pronunciation/:dictionaryId", "features/pronunciation/dictionary.page.tsx"),
				route("voices", "features/voices/voices.page.tsx"),
				route("voice-lab", "features/voices/lab.page.tsx"),
				route("voice-lab/collections", "features/voices/lab-collections.page.tsx"),
				route("voice-lab/design", "features/voices/design.page.tsx"),
				route("voice-lab/clone", "features/voices/clone.page.tsx"),
				route("voice-lab/share/:ownerId/:voiceId", "features/voices/share.page.tsx"),
				route("professional-voice-cloning", "features/voices/professional.page.tsx"),
				route("voice-verification", "features/voices/verification.page.tsx"),
				route("workspace-voices", "features/voices/workspace-voices.page.tsx"),
				route("default-voices", "features/voices/default-voices.page.tsx"),
				route("voice-library", "features/voices/library.page.tsx"),
				route("voice-library/collections", "features/voices/library-collections.page.tsx"),
				route("usage", "features/usage/usage.page.tsx"),
				route("usage/workspace", "features/usage/usage-workspace.page.tsx"),
				layout("shell/settings.layout.tsx", settingsRoutes),
				route("profiles", "features/profiles/profiles.page.tsx"),
				route("ai-classifier", "features/safety/classifier.page.tsx"),
				route("eleven", "features/developers/drop-in.page.tsx"),
				route("developers/reference", "features/developers/reference.page.tsx"),
				...comingRoutes,
				route("*", "shell/app-not-found.page.tsx"),
			]),
		]),
		route("share/:shareId", "features/history/share.page.tsx"),
		route("dev/ui", "dev/ui.page.tsx"),
		route("dev/mails", "dev/emails.page.tsx"),
	]),
	...Object.keys(movedPaths).map((path) => route(path, "shell/moved.page.tsx", { id: `moved${path}` })),
	route("*", "shell/not-found.page.tsx"),
] satisfies RouteConfig;
