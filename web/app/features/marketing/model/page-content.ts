/** A public page as plain data, so a loader can pass it to the template. */
export type PageContent = {
	path: string;
	/** Name used in links to the page. */
	name: string;
	/** Page title without the product name. */
	title: string;
	/** Meta description. */
	description: string;
	headline: string;
	lead: string;
	/** Notice at the top of the page that the product is not available yet. */
	planned?: string;
	actions?: PageLink[];
	parts: Part[];
	faq?: { question: string; answer: string }[];
	end: { title: string; text: string; to: string; label: string };
};

type PageLink = { to: string; label: string };

export type Part = { id: string; title: string; lead?: string; links?: PageLink[] } & (
	| { kind: "features"; items: { title: string; text: string; status?: "planned" }[] }
	| { kind: "steps"; items: { title: string; text: string }[] }
	| { kind: "text"; paragraphs: string[] }
	| { kind: "code"; caption: string; code: string; prompt?: boolean }
);
