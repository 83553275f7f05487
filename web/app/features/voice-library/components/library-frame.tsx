import type { ReactNode } from "react";
import { Page } from "../../../shell/page/page.tsx";
import { PageTabs } from "../../../shell/page/page-tabs.tsx";

const pages = [
	{ to: "/app/voice-library", label: "All voices" },
	{ to: "/app/voice-library/collections", label: "Collections" },
];

export function LibraryFrame(props: { title: string; description: string; children: ReactNode }) {
	return (
		<Page title={props.title} description={props.description} className="max-w-6xl">
			<PageTabs label="Library" pages={pages} />
			{props.children}
		</Page>
	);
}
