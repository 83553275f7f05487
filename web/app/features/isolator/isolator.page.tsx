import { useSearchParams } from "react-router";
import { Page } from "../../shell/page/page.tsx";
import { IsolationCard } from "./components/isolation-card.tsx";
import { IsolationList } from "./components/isolation-list.tsx";
import { RecordingSource } from "./components/recording-source.tsx";
import { useDeleteIsolation } from "./isolator.queries.ts";

export const meta = () => [{ title: "Voice isolator - Timbre" }];

export default function IsolatorPage() {
	const [params, setParams] = useSearchParams();
	const openId = params.get("recording");
	const deleting = useDeleteIsolation();
	const open = (id: string | null) =>
		setParams(id === null ? {} : { recording: id }, { preventScrollReset: id === null });
	return (
		<Page
			title="Voice isolator"
			description="Remove background noise from a recording and keep the voice."
			className="max-w-3xl"
		>
			{openId === null ? (
				<RecordingSource onCreated={open} />
			) : (
				<IsolationCard key={openId} id={openId} onNew={() => open(null)} />
			)}
			<IsolationList
				openId={openId}
				onOpen={open}
				onDelete={(id) => {
					if (id === openId) open(null);
					deleting.mutate(id);
				}}
			/>
		</Page>
	);
}
