/** `coming`: the route shows only a description; it is not in any menu or in the palette. */
type AppPage = { path: string; title: string; state: "built" | "coming" };

const built = (path: string, title: string): AppPage => ({ path: `/app${path}`, title, state: "built" });
const coming = (path: string, title: string): AppPage => ({ path: `/app${path}`, title, state: "coming" });

/** Every page of the app; all require a session. A segment that starts with a colon is a parameter. */
export const appPages: readonly AppPage[] = [
	built("/home", "Home"),
	built("/onboarding", "Welcome"),
	built("/onboarding/next", "Next steps"),
	built("/onboarding-checklist", "Getting started"),
	built("/profiles", "Public profile"),

	built("/speech-synthesis", "Text to speech"),
	built("/speech-synthesis/text-to-speech", "Text to speech"),
	built("/speech-synthesis/text-to-speech/history", "History"),
	built("/speech-synthesis/text-to-dialogue", "Dialogue"),
	built("/speech-synthesis/pronunciation", "Pronunciation"),
	built("/speech-synthesis/pronunciation/:dictionaryId", "Dictionary"),
	built("/speech-to-text", "Speech to text"),
	built("/speech-to-text/live", "Live transcription"),
	built("/speech-to-text/:transcriptId", "Transcript"),
	built("/voices", "Voices"),
	built("/voice-lab", "My voices"),
	built("/voice-lab/collections", "Voice collections"),
	built("/voice-lab/design", "Voice design"),
	built("/voice-lab/clone", "Instant voice cloning"),
	built("/voice-lab/share/:ownerId/:voiceId", "Shared voice"),
	built("/professional-voice-cloning", "Professional voice cloning"),
	built("/voice-verification", "Voice verification"),
	built("/workspace-voices", "Workspace voices"),
	built("/default-voices", "Default voices"),
	built("/voice-library", "Voice library"),
	built("/voice-library/collections", "Library collections"),
	built("/voice-isolator", "Voice isolator"),
	built("/usage", "Usage"),
	built("/usage/workspace", "Workspace usage"),
	built("/settings", "Settings"),
	built("/settings/profile", "Profile"),
	built("/settings/security", "Security"),
	built("/settings/api-keys", "API keys"),
	built("/settings/privacy", "Privacy"),
	built("/settings/notifications", "Notifications"),
	built("/workspace", "Workspace"),
	built("/workspace/members", "Members"),
	built("/workspace/groups", "Groups"),
	built("/workspace/service-accounts", "Service accounts"),
	built("/workspace/security", "Workspace security"),
	built("/workspace/usage-limits", "Usage limits"),
	built("/settings/webhooks", "Webhooks"),
	built("/workspace/webhooks", "Workspace webhooks"),
	built("/ai-classifier", "AI speech classifier"),
	built("/eleven", "Drop-in API"),
	built("/developers/reference", "API reference"),
	built("/developers/requests", "Request log"),
	built("/speech-synthesis/speech-to-speech", "Voice changer"),
	built("/speech-synthesis/speech-to-speech/history", "Voice changer history"),
	built("/studio", "Studio"),
	built("/studio/:projectId", "Studio project"),

	coming("/sound-effects", "Sound effects"),
	coming("/sound-effects/generate", "Generate sound effects"),
	coming("/sound-effects/history", "Sound effects history"),
	coming("/sound-effects/explore", "Explore sound effects"),
	coming("/sound-effects/explore/search", "Search sound effects"),
	coming("/sound-effects/explore/category", "Sound effects by category"),
	coming("/music", "Music"),
	coming("/voiceover-studio", "Voiceover studio"),
	coming("/dubbing", "Dubbing"),
	coming("/dubbing/:dubbingId", "Dub"),
	coming("/audio-native", "Audio native"),
	coming("/audio-native/settings", "Audio native settings"),
	coming("/audio-native/settings/player", "Audio native player"),
	coming("/publishing", "Publishing"),
	coming("/productions", "Productions"),
	coming("/productions/active", "Active productions"),
	coming("/productions/dashboard", "Productions dashboard"),
	coming("/productions/history", "Productions history"),
	coming("/productions/settings", "Productions settings"),
	coming("/productions/settings/qualifications", "Qualifications"),
	coming("/productions/unclaimed", "Unclaimed productions"),
	coming("/conversational-ai", "Conversational agents"),
	coming("/conversational-ai/agents", "Agents"),
	coming("/conversational-ai/integrations", "Agent integrations"),
	coming("/conversational-ai/knowledge-base", "Knowledge base"),
	coming("/conversational-ai/phone-numbers", "Phone numbers"),
	coming("/conversational-ai/batch-calling", "Batch calling"),
	coming("/conversational-ai/settings", "Agent settings"),
	coming("/conversational-ai/history", "Conversations"),
	coming("/conversational-ai/playground", "Agent playground"),
	coming("/conversational-ai/talk-to", "Talk to an agent"),
	coming("/subscription", "Subscription"),
	coming("/payouts", "Payouts"),
	coming("/integrations/vercel/callback", "Integration"),
];

/** Id of the route whose loader provides the session. */
export const appRouteId = "app";

/** Paths without parameters. */
export const appRoutes: readonly string[] = appPages.map((page) => page.path).filter((path) => !path.includes(":"));

/**
 * Pages inside settings.layout.tsx and their modules, relative to app/. A page that is not `built` above shows the
 * planned-page screen instead.
 */
export const settingsModules: Readonly<Record<string, string>> = {
	"/app/settings": "shell/settings/settings.page.tsx",
	"/app/settings/profile": "features/auth/account/profile.page.tsx",
	"/app/settings/security": "features/auth/account/security.page.tsx",
	"/app/settings/notifications": "features/notifications/notifications.page.tsx",
	"/app/settings/privacy": "features/privacy/privacy.page.tsx",
	"/app/settings/api-keys": "features/developers/api-keys.page.tsx",
	"/app/settings/webhooks": "features/developers/webhooks.page.tsx",
	"/app/workspace": "features/workspace/workspace.page.tsx",
	"/app/workspace/members": "features/workspace/members/members.page.tsx",
	"/app/workspace/groups": "features/workspace/groups/groups.page.tsx",
	"/app/workspace/service-accounts": "shell/settings/service-accounts.page.tsx",
	"/app/workspace/security": "features/workspace/security/security.page.tsx",
	"/app/workspace/usage-limits": "features/workspace/limits/usage-limits.page.tsx",
	"/app/workspace/webhooks": "features/developers/webhooks.page.tsx",
};
