type SiteLink = { to: string; label: string };

const productsToday: SiteLink[] = [
	{ to: "/text-to-speech", label: "Text to speech" },
	{ to: "/speech-to-text", label: "Speech to text" },
	{ to: "/voice-changer", label: "Voice changer" },
	{ to: "/voice-isolator", label: "Voice isolator" },
	{ to: "/voice-library", label: "Voice library" },
	{ to: "/voice-cloning", label: "Voice cloning" },
	{ to: "/languages", label: "Languages" },
	{ to: "/api", label: "API" },
];

export const productMenu: SiteLink[] = [...productsToday, { to: "/roadmap", label: "Roadmap" }];

export const topLinks: SiteLink[] = [
	{ to: "/docs", label: "Docs" },
	{ to: "/use-cases", label: "Use cases" },
	{ to: "/pricing", label: "Pricing" },
	{ to: "/showcase", label: "Showcase" },
	{ to: "/blog/", label: "Blog" },
];

/**
 * Public pages that no other page links to as its parent. Planned products are linked from the roadmap, careers from
 * About, customers from the use cases, and payouts from the affiliate program.
 */
export const footerColumns: { title: string; links: SiteLink[] }[] = [
	{
		title: "Product",
		links: [
			...productsToday,
			{ to: "/text-to-speech/english", label: "English voices" },
			{ to: "/text-to-speech/british-accent", label: "Accents" },
			{ to: "/showcase", label: "Showcase" },
			{ to: "/pricing", label: "Pricing" },
			{ to: "/roadmap", label: "Roadmap" },
		],
	},
	{
		title: "Use cases",
		links: [
			{ to: "/use-cases", label: "All use cases" },
			{ to: "/use-cases/audiobooks", label: "Audiobooks" },
			{ to: "/use-cases/videos", label: "Videos" },
			{ to: "/use-cases/gaming", label: "Games" },
			{ to: "/use-cases/chatbots", label: "Chatbots" },
			{ to: "/enterprise", label: "Enterprise" },
			{ to: "/grants", label: "Grants" },
		],
	},
	{
		title: "Resources",
		links: [
			{ to: "/docs", label: "Documentation" },
			{ to: "/docs/quick-start", label: "Quick start" },
			{ to: "/api-reference", label: "API reference" },
			{ to: "/voice-guide", label: "Voice guide" },
			{ to: "/blog/", label: "Blog" },
			{ to: "/safety", label: "Safety" },
			{ to: "/ai-speech-classifier", label: "AI speech classifier" },
			{ to: "/about", label: "About" },
			{ to: "/contact-sales", label: "Contact" },
		],
	},
	{
		title: "Partners",
		links: [
			{ to: "/affiliates", label: "Affiliates" },
			{ to: "/affiliate-partner-guide", label: "Partner guide" },
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
