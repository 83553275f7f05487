import type { MetaDescriptor } from "react-router";
import { absoluteUrl, siteMeta } from "./meta.ts";
import type { PageContent } from "./page-content.ts";

/** Planned products get no SoftwareApplication data, so search engines don't list them as available. */
export function contentMeta(page: PageContent): MetaDescriptor[] {
	const { path, title, description, planned, faq = [] } = page;
	return siteMeta({
		title,
		description,
		path,
		structuredData: [
			...(planned ? [] : [softwareData(page.name, description, path)]),
			...(faq.length > 0 ? [faqData(faq)] : []),
		],
	});
}

export function softwareData(name: string, description: string, path: string) {
	return {
		"@type": "SoftwareApplication",
		name: name === "Timbre" ? name : `Timbre: ${name}`,
		description,
		url: absoluteUrl(path),
		applicationCategory: "MultimediaApplication",
		operatingSystem: "Linux, macOS, Windows (WSL)",
		license: "https://www.gnu.org/licenses/agpl-3.0.html",
		isAccessibleForFree: true,
	};
}

export function faqData(faq: { question: string; answer: string }[]) {
	return {
		"@type": "FAQPage",
		mainEntity: faq.map(({ question, answer }) => ({
			"@type": "Question",
			name: question,
			acceptedAnswer: { "@type": "Answer", text: answer },
		})),
	};
}
