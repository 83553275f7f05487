import { Button } from "@timbre/ui/primitives/button.tsx";
import { Copy } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { debounced } from "../lib/debounced.ts";
import { createRequiredContext } from "../lib/required-context.ts";
import { showError, toaster } from "../lib/toaster.ts";

const settleMs = 500;

type SetElement = (element: HTMLElement | null) => void;
const [SupportContext, useSetElement] = createRequiredContext<SetElement>("SupportContext");

/**
 * Where something failed for good, who asks for help needs more than "it does not work": the element that describes the failure gets a
 * button that copies the details. Failures that mend themselves within half a second never get one.
 */
export function SupportProvider({ children }: { children: ReactNode }) {
	const [element, setElement] = useState<HTMLElement | null>(null);
	const settle = useMemo(() => debounced(settleMs, setElement), []);
	useEffect(() => settle.drop, [settle]);
	return (
		<SupportContext value={settle}>
			{children}
			{element?.isConnected ? createPortal(<CopyDetails of={element} />, element) : null}
		</SupportContext>
	);
}

/** For `ref`: marks the element that describes a failure, in words in its `data-details`. */
export function useSupportElement(): SetElement {
	return useSetElement();
}

function CopyDetails({ of: element }: { of: HTMLElement }) {
	const copy = async () => {
		const details = [element.dataset.details, window.location.pathname, new Date().toISOString(), navigator.userAgent];
		try {
			await navigator.clipboard.writeText(details.join("\n"));
			toaster.show({ title: "Details copied", tone: "positive" });
		} catch (error) {
			showError("Not copied", error);
		}
	};
	return (
		<Button variant="quiet" size="small" className="mt-3" onClick={() => void copy()}>
			<Copy aria-hidden="true" />
			Copy details for support
		</Button>
	);
}
