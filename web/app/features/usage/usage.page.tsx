import { UsageView } from "./components/usage-view.tsx";

export const meta = () => [{ title: "Usage - Timbre" }];

export default function UsagePage() {
	return <UsageView workspace={false} />;
}
