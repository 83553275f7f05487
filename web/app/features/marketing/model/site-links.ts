type SiteLink = { to: string; label: string; planned?: boolean };

export const productsToday: SiteLink[] = [
	{ to: "/text-to-speech", label: "Text to speech" },
	{ to: "/voice-library", label: "Voice library" },
	{ to: "/voice-cloning", label: "Voice cloning" },
	{ to: "/languages", label: "Languages" },
	{ to: "/api", label: "API" },
];

export const productsPlanned: SiteLink[] = [
	{ to: "/voice-changer", label: "Voice changer" },
	{ to: "/voice-isolator", label: "Voice isolator" },
	{ to: "/dubbing", label: "Dubbing" },
	{ to: "/sound-effects", label: "Sound effects" },
	{ to: "/studio", label: "Studio" },
	{ to: "/text-reader", label: "Text reader" },
	{ to: "/elevenstudios", label: "Production services" },
];

export const topLinks: SiteLink[] = [
	{ to: "/use-cases", label: "Use cases" },
	{ to: "/pricing", label: "Pricing" },
	{ to: "/showcase", label: "Showcase" },
	{ to: "/blog/", label: "Blog" },
];

/** Every public page that no other page links to as its parent. */
export const footerColumns: { title: string; links: SiteLink[] }[] = [
	{
		title: "Product",
		links: [
			...productsToday,
			{ to: "/text-to-speech/english", label: "English voices" },
			{ to: "/text-to-speech/british-accent", label: "Accents" },
			{ to: "/showcase", label: "Showcase" },
			{ to: "/pricing", label: "Pricing" },
		],
	},
	{
		title: "Planned",
		links: [...productsPlanned, { to: "/ai-sound-effects-for-sora", label: "Sound for generated video" }],
	},
	{
		title: "Use cases",
		links: [
			{ to: "/use-cases", label: "All use cases" },
			{ to: "/use-cases/audiobooks", label: "Audiobooks" },
			{ to: "/use-cases/videos", label: "Videos" },
			{ to: "/use-cases/gaming", label: "Games" },
			{ to: "/use-cases/chatbots", label: "Chatbots" },
			{ to: "/customers", label: "Examples" },
			{ to: "/enterprise", label: "Enterprise" },
			{ to: "/grants", label: "Grants" },
		],
	},
	{
		title: "Resources",
		links: [
			{ to: "/blog/", label: "Blog" },
			{ to: "/voice-guide", label: "Voice guide" },
			{ to: "/safety", label: "Safety" },
			{ to: "/ai-speech-classifier", label: "AI speech classifier" },
			{ to: "/about", label: "About" },
			{ to: "/careers", label: "Careers" },
			{ to: "/contact-sales", label: "Contact" },
		],
	},
	{
		title: "Partners",
		links: [
			{ to: "/affiliates", label: "Affiliates" },
			{ to: "/affiliate-partner-guide", label: "Partner guide" },
			{ to: "/payouts", label: "Payouts" },
			{ to: "/voice-data-partnerships", label: "Voice data" },
		],
	},
	{
		title: "Legal",
		links: [
			{ to: "/use-policy", label: "Use policy" },
			{ to: "/privacy", label: "Privacy" },
			{ to: "/privacy-choices", label: "Your privacy choices" },
			{ to: "/terms-of-use-eu", label: "Terms of use" },
			{ to: "/vla", label: "Voice library addendum" },
			{ to: "/vlaeu", label: "Voice library addendum, EU" },
			{ to: "/affiliates/terms", label: "Affiliate terms" },
			{ to: "/contact-legal", label: "Legal contact" },
		],
	},
];
