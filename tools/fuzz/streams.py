"""Event streams that the server ends."""
import requests
from schemathesis.transport import requests as transport


def end_at_reset():
    """
    The server ends a stream by resetting its connection, since one of the known clients would wait for minutes after a
    clean end (src/events/stream/stream-response.ts). What came before is the answer, and is checked as one.
    """
    whole = transport._iter_event_stream

    def until_reset(response):
        try:
            yield from whole(response)
        except requests.exceptions.ChunkedEncodingError as error:
            if not is_reset(error):
                raise

    transport._iter_event_stream = until_reset


def is_reset(error):
    while error is not None:
        if isinstance(error, ConnectionResetError):
            return True
        error = error.__cause__ or error.__context__
    return False
