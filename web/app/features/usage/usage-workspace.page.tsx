import { UsageView } from "./components/usage-view.tsx";

export const meta = () => [{ title: "Usage of the workspace - Timbre" }];

export default function UsageWorkspacePage() {
	return <UsageView workspace />;
}
