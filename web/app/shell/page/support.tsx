import { Button } from "@timbre/ui/primitives/button.tsx";
import { Copy } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { debounce } from "../../lib/forms/debounce.ts";
import { createRequiredContext } from "../../lib/page/required-context.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";

const settleMs = 500;

type SetElement = (element: HTMLElement | null) => void;
const [SupportContext, useSetElement] = createRequiredContext<SetElement>("SupportContext");

/**
 * Adds a button that copies error details for support to the element describing a failure. Failures that recover within
 * half a second don't get one.
 */
export function SupportProvider({ children }: { children: ReactNode }) {
	const [element, setElement] = useState<HTMLElement | null>(null);
	const settle = useMemo(() => debounce(settleMs, setElement), []);
	useEffect(() => settle.cancel, [settle]);
	return (
		<SupportContext value={settle}>
			{children}
			{element?.isConnected ? createPortal(<CopyDetails of={element} />, element) : null}
		</SupportContext>
	);
}

/** A `ref` for the element that describes a failure; its `data-details` hold the text to copy. */
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
			showError("Couldn't copy the details", error);
		}
	};
	return (
		<Button variant="quiet" size="small" className="mt-3" onClick={() => void copy()}>
			<Copy aria-hidden="true" />
			Copy details for support
		</Button>
	);
}
