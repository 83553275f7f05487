type Guide = { slug: string; title: string; sections: readonly { id: string; title: string }[] };

export type FoundSection = { to: string; title: string; guide?: string };

/** Guides and sections whose headings contain every word of the search, guides first. */
export function findSections(guides: readonly Guide[], search: string): FoundSection[] {
	const words = search.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return [];
	const matches = (text: string) => words.every((word) => text.toLowerCase().includes(word));
	const titles = guides
		.filter(({ title }) => matches(title))
		.map(({ slug, title }) => ({ to: `/docs/${slug}`, title }));
	const sections = guides.flatMap(({ slug, title, sections: all }) =>
		all
			.filter((section) => matches(`${title} ${section.title}`) && !matches(title))
			.map((section) => ({ to: `/docs/${slug}#${section.id}`, title: section.title, guide: title })),
	);
	return [...titles, ...sections];
}
