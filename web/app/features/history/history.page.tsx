import { speechPath } from "../../lib/session/redirect.ts";
import { HistoryView } from "./components/history-view.tsx";

export const meta = () => [{ title: "History - Timbre" }];

export default function HistoryPage() {
	return (
		<HistoryView
			title="History"
			description="Everything this workspace has generated, newest first."
			empty={{
				text: "Your generations appear here, ready to play, download or share.",
				to: speechPath,
				action: "Generate speech",
			}}
		/>
	);
}
