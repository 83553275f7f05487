/** A public page as data: plain words only, so that a loader can hand it to the template. */
export type PageContent = {
	path: string;
	/** What the page is called where it is linked to. */
	name: string;
	/** For search engines, without the product's name. */
	title: string;
	/** What a search engine shows below it. */
	description: string;
	headline: string;
	lead: string;
	/** Says first that it cannot be used yet. */
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
