import { UsageView } from "./components/usage-view.tsx";

export const meta = () => [{ title: "Workspace usage - Timbre" }];

export default function UsageWorkspacePage() {
	return <UsageView workspace />;
}
