import { data } from "react-router";

/** Any address without a page: the answer is a real 404, drawn by the root's error boundary. */
export function loader() {
	throw data(null, { status: 404 });
}

export default function NotFoundPage() {
	return null;
}
